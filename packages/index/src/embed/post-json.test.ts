import { createServer } from "node:http";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { expect, it } from "vitest";
import { postJson } from "./post-json.ts";

it("reads a chunked response, and stops one that never ends", async () => {
  const ends: Promise<void>[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/small") {
      response.write('{"data":');
      response.end("[1]}");
      return;
    }
    // Without a length, for as long as the client reads.
    const chunk = Buffer.alloc(1024 * 1024, " ");
    ends.push(new Promise((resolve) => response.once("close", resolve)));
    const write = (): void => void (response.destroyed || response.write(chunk, write));
    write();
  });
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const ask = (path: string) =>
    postJson({
      vendor: "Vendor",
      url: `${origin}${path}`,
      headers: {},
      body: {},
      key: undefined,
      signal: new AbortController().signal,
      wait: async () => {},
    });
  try {
    expect(await ask("/small")).toEqual({ data: [1] });
    await expect(ask("/endless")).rejects.toMatchObject({ code: "embedder_answer_too_large" });
    // Requested once, not retried.
    expect(await Promise.all(ends)).toHaveLength(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
