import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import type { Socket } from "node:net";

/** Meant for the next machine on the way only. */
const hopHeaders = ["connection", "proxy-connection", "proxy-authorization", "proxy-authenticate", "keep-alive"];

/**
 * Sends a request on over an open connection and its answer back; resolves to the answer's `location` once the head is
 * through. Throws as long as nothing was answered.
 */
export async function forwardRequest(options: {
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
}): Promise<string | undefined> {
  const { url, request, response, socket } = options;
  return new Promise((resolve, reject) => {
    const sent = sendRequest({
      createConnection: () => socket,
      method: request.method ?? "GET",
      path: `${url.pathname}${url.search}`,
      headers: { ...withoutHopHeaders(request.headers), host: url.host, connection: "close" },
      setHost: false,
    });
    sent.once("error", (error) => {
      reject(new Error(`${url.host} closed the connection (${error.message})`, { cause: error }));
      if (response.headersSent) response.destroy();
    });
    sent.once("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, withoutHopHeaders(answer.headers));
      answer.once("error", () => response.destroy());
      answer.pipe(response);
      resolve(answer.headers.location);
    });
    response.once("close", () => sent.destroy());
    request.once("error", () => sent.destroy());
    request.pipe(sent);
  });
}

function withoutHopHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.includes(name)));
}
