import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { ClientServers } from "./client-servers.ts";
import { HttpDoor, type HttpDoorOptions } from "./http/http-door.ts";
import type { ModesServerPorts } from "./modes-server-ports.ts";

/** Serves the modes and tasks of a folder to MCP clients. */
export class McpModesServer {
  readonly #clients: ClientServers;
  readonly #disposers: (() => Promise<void>)[] = [];

  constructor(ports: ModesServerPorts) {
    this.#clients = new ClientServers(ports);
  }

  /** To be called once, before serving. */
  start(): Promise<void> {
    return this.#clients.start();
  }

  /** Serves one client on stdin and stdout. Resolves when it has disconnected. */
  async serveStdio(onError: (error: Error) => void): Promise<void> {
    const closed = Promise.withResolvers<void>();
    const handle = serveStdio(({ era }) => this.#clients.connect({ era, onClose: closed.resolve }), {
      onerror: onError,
    });
    // Before the first message there is no server that would report it.
    process.stdin.once("end", closed.resolve).once("close", closed.resolve);
    this.#disposers.push(() => handle.close());
    await closed.promise;
  }

  /** Resolves to its URL. Throws `RooError` if it cannot listen. */
  async listen(options: HttpDoorOptions): Promise<string> {
    const clients = {
      connect: (onClose: () => void) => this.#clients.connect({ era: "legacy", onClose }),
      connectOnce: () => this.#clients.connectOnce(),
    };
    const door = new HttpDoor(clients, options);
    const url = await door.listen();
    const stopChanges = this.#clients.changes.listen((uri) => door.notify.resourceUpdated(uri));
    const stopRefreshing = this.#clients.onRefresh(() => {
      door.notify.resourcesChanged();
      door.notify.promptsChanged();
    });
    this.#disposers.push(async () => {
      stopChanges();
      stopRefreshing();
      await door.close();
    });
    return url;
  }

  /** Closes every connection, which stops the tasks that clients use. */
  async dispose(): Promise<void> {
    await Promise.all(this.#disposers.map((end) => end()));
    this.#clients.dispose();
  }
}
