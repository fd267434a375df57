import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { listenOnLoopback } from "./listen-on-loopback.ts";

export interface JsonRequest {
  /** Method and path with query: `GET /models?limit=9`. */
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface JsonServer extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly requests: readonly JsonRequest[];
}

/** The answer for a request line such as `GET /models`: a value, or a function of the request. Anything else is a 404. */
export type JsonRoutes = Readonly<Record<string, unknown>>;

/** A real server on a free loopback port that answers with JSON. A `Response` is sent with its status. */
export async function jsonServer(routes: JsonRoutes): Promise<JsonServer> {
  const requests: JsonRequest[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const hasBody = Number(incoming.headers["content-length"] ?? 0) > 0;
    const request = {
      line: `${incoming.method} ${incoming.url}`,
      headers: incoming.headers,
      body: hasBody ? await json(incoming) : undefined,
    };
    requests.push(request);
    const route = routes[request.line];
    const found: unknown = typeof route === "function" ? route(request) : route;
    const sent =
      found instanceof Response ? found : Response.json(found ?? {}, { status: found === undefined ? 404 : 200 });
    response.writeHead(sent.status, { "content-type": "application/json" }).end(await sent.text());
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
