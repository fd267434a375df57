import { createServer } from "node:http";
import type { Socket } from "node:net";
import { type ConnectFailure, Guard } from "./guard.ts";
import type { Network } from "./network.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import { nameOf, targetOf } from "./target.ts";

/**
 * The browser's only way to the network: resolves each name itself, checks the address and connects to exactly that
 * address. It answers proxy requests only, so a page that finds its port cannot use it.
 */
export interface GuardProxy {
  readonly port: number;
  /** The value of the header `x-roo-guard` on the proxy's own responses. */
  readonly mark: string;
  /** The model named the address; it did not come from a page. */
  open(url: URL): void;
  failureFor(url: URL): ConnectFailure | undefined;
  dispose(): Promise<void>;
}

export async function startGuardProxy(options: { policy: NetworkPolicy; network: Network }): Promise<GuardProxy> {
  const guard = new Guard(options);
  const server = createServer((request, response) => void guard.request(request, response));
  server.on("connect", (request, socket: Socket, head: Buffer) => void guard.tunnel(request.url ?? "", socket, head));
  server.on("upgrade", (_, socket) => socket.destroy());
  server.on("clientError", (_, socket) => socket.destroy());
  server.on("connection", (socket) => guard.track(socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ host: "127.0.0.1", port: 0 }, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  guard.ownPort = port;
  server.unref();
  return {
    port,
    mark: guard.mark,
    open: (url) => guard.access.open(targetOf(url)),
    failureFor: (url) => guard.failures.get(nameOf(targetOf(url))),
    async dispose() {
      guard.end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
