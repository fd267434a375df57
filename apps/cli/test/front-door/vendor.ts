import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import type { ServedFormat, WireReply } from "@roo-code/testkit/wire/served-format";

/** A fake vendor on loopback: answers each request with the next reply. */
export interface Vendor extends AsyncDisposable {
  readonly origin: string;
  /** Headers of each request. */
  readonly requests: readonly NodeJS.Dict<string | string[]>[];
  /** `silence` never answers. */
  push(...replies: readonly (WireReply | "silence")[]): void;
}

export async function vendor(format: ServedFormat): Promise<Vendor> {
  const replies: (WireReply | "silence")[] = [];
  const requests: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    void text(request).then(() => {
      if (!/\/(messages|chat)$/.test(request.url ?? "")) return response.writeHead(404).end();
      requests.push(request.headers);
      const reply = replies.shift();
      if (reply === undefined) return response.writeHead(500).end("no reply left");
      if (reply === "silence") return undefined;
      response.writeHead(200, { "content-type": format.contentType });
      return response.end(Buffer.concat(format.frames(reply)));
    });
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    push: (...more) => void replies.push(...more),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A reply with one tool call. */
export function use(name: string, input: object): WireReply {
  return { calls: [{ name, arguments: JSON.stringify(input) }], usage: { input: 1000, output: 50 } };
}
