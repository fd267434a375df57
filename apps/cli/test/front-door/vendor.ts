import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import type { ServedFormat, WireReply } from "@roo-code/testkit/wire/served-format";

/** What stands for a vendor on loopback: says the next reply to whoever asks its model something. */
export interface Vendor extends AsyncDisposable {
  readonly origin: string;
  /** Headers of each question. */
  readonly asked: readonly NodeJS.Dict<string | string[]>[];
  /** `silence` keeps who asks waiting. */
  says(...replies: readonly (WireReply | "silence")[]): void;
}

export async function vendor(format: ServedFormat): Promise<Vendor> {
  const replies: (WireReply | "silence")[] = [];
  const asked: NodeJS.Dict<string | string[]>[] = [];
  const server = createServer((request, response) => {
    void text(request).then(() => {
      if (!/\/(messages|chat)$/.test(request.url ?? "")) return response.writeHead(404).end();
      asked.push(request.headers);
      const reply = replies.shift();
      if (reply === undefined) return response.writeHead(500).end("nothing left to say");
      if (reply === "silence") return undefined;
      response.writeHead(200, { "content-type": format.contentType });
      return response.end(Buffer.concat(format.frames(reply)));
    });
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    says: (...more) => void replies.push(...more),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A reply that uses one tool. */
export function use(name: string, input: object): WireReply {
  return { calls: [{ name, arguments: JSON.stringify(input) }], usage: { input: 1000, output: 50 } };
}
