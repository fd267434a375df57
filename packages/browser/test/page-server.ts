import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";

export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

export interface PageServer extends AsyncDisposable {
  readonly port: number;
  /** `http://localhost:<port>`. */
  readonly origin: string;
  /** Method and path of every request; `upgrade` and the path for upgrades. */
  readonly requests: readonly string[];
  /** May be changed while it runs. */
  readonly pages: Record<string, Page>;
}

/** Serves HTML by path on a free loopback port. */
export async function pageServer(pages: Record<string, Page> = {}): Promise<PageServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const page = pages[URL.parse(request.url ?? "", "http://x")?.pathname ?? ""];
    if (typeof page === "function") return page(request, response);
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(page ?? "nothing here");
  });
  server.on("upgrade", (request, socket: Duplex) => {
    requests.push(`upgrade ${request.url}`);
    socket.end("HTTP/1.1 400 No\r\n\r\n");
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    origin: `http://localhost:${port}`,
    requests,
    pages,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
