import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { chatReply, type ReplyFormat, type ScriptedCall } from "./model-replies.ts";

export interface ReceivedRequest {
  /** performance.now() when the request's first byte was read. */
  readonly at: number;
  /** performance.now() when the reply was written to the socket. */
  repliedAt: number;
  readonly bytes: number;
}

/** A model on loopback that calls one tool per turn, by default to read a file, then ends. Records its requests. */
export async function modelServer(options: {
  turns: number;
  call?: (turn: number) => ScriptedCall;
  format?: ReplyFormat;
  onRequest?: (turn: number) => void;
}): Promise<{ url: string; requests: ReceivedRequest[]; close: () => Promise<void> }> {
  const { turns, call = readFileCall, format = chatReply, onRequest } = options;
  const requests: ReceivedRequest[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const at = performance.now();
    let bytes = 0;
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
    request.on("end", () => {
      const turn = requests.length;
      const entry: ReceivedRequest = { at, bytes, repliedAt: 0 };
      requests.push(entry);
      onRequest?.(turn);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(format(turn, turn < turns ? call(turn) : undefined));
      response.on("finish", () => {
        entry.repliedAt = performance.now();
      });
    });
  });
  server.on("connection", (socket) => socket.setNoDelay(true));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function readFileCall(turn: number): ScriptedCall {
  return { name: "read_file", input: { path: `file-${turn}.txt` } };
}
