import { createServer } from "node:http";
import type { Socket } from "node:net";
import { Guard, type Trouble } from "./guard.ts";
import type { Network } from "./network.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import { nameOf, targetOf } from "./target.ts";

/**
 * The browser's only way to the network: resolves each name itself, judges the address and connects to that very
 * address. It serves nothing but requests of the proxy form, so a page that finds its port gets nowhere with it.
 */
export interface GuardProxy {
  readonly port: number;
  /** The value of the header `x-roo-guard` on answers that are the proxy's own. */
  readonly mark: string;
  /** The address was asked for by name, not by a page. */
  open(url: URL): void;
  troubleOf(url: URL): Trouble | undefined;
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
    troubleOf: (url) => guard.troubles.get(nameOf(targetOf(url))),
    async dispose() {
      guard.end();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
