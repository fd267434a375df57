import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedRequest {
  /** performance.now() when the request's first byte was read. */
  readonly at: number;
  /** performance.now() when the reply was written to the socket. */
  repliedAt: number;
  readonly bytes: number;
}

export interface ScriptedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
}

/** A model on loopback that calls one tool per turn, by default to read a file, then ends. Records its requests. */
export async function modelServer(options: {
  turns: number;
  call?: (turn: number) => ScriptedCall;
  onRequest?: (turn: number) => void;
}): Promise<{ url: string; requests: ReceivedRequest[]; close: () => Promise<void> }> {
  const requests: ReceivedRequest[] = [];
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    const at = performance.now();
    let bytes = 0;
    request.on("data", (chunk: Buffer) => (bytes += chunk.length));
    request.on("end", () => {
      const turn = requests.length;
      const entry: ReceivedRequest = { at, bytes, repliedAt: 0 };
      requests.push(entry);
      options.onRequest?.(turn);
      reply(
        request,
        response,
        turn < options.turns ? toolCall(turn, (options.call ?? readFileCall)(turn)) : finalText(),
      );
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

function reply(_request: IncomingMessage, response: ServerResponse, chunks: readonly object[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`);
}

const usage = { choices: [], usage: { prompt_tokens: 10, completion_tokens: 5 } };

function readFileCall(turn: number): ScriptedCall {
  return { name: "read_file", input: { path: `file-${turn}.txt` } };
}

function toolCall(turn: number, { name, input }: ScriptedCall): object[] {
  const call = {
    index: 0,
    id: `call_${turn}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  };
  return [
    { choices: [{ index: 0, delta: { role: "assistant", tool_calls: [call] } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
    usage,
  ];
}

function finalText(): object[] {
  return [
    { choices: [{ index: 0, delta: { role: "assistant", content: "done" } }] },
    { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
    usage,
  ];
}
