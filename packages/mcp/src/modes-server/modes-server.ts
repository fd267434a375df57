import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { ClientServers } from "./client-servers.ts";
import { HttpDoor, type HttpDoorOptions } from "./http/http-door.ts";
import type { ModesServerPorts } from "./modes-server-ports.ts";

/** Modes and tasks of a folder for other programs that speak MCP. */
export class McpModesServer {
  readonly #clients: ClientServers;
  readonly #endings: (() => Promise<void>)[] = [];

  constructor(ports: ModesServerPorts) {
    this.#clients = new ClientServers(ports);
  }

  /** To be called once, before anything is served. */
  begin(): Promise<void> {
    return this.#clients.begin();
  }

  /** The one client at our standard input and output. Resolves when it has gone. */
  async serveStdio(onError: (error: Error) => void): Promise<void> {
    const gone = Promise.withResolvers<void>();
    const handle = serveStdio(({ era }) => this.#clients.connected({ era, onGone: gone.resolve }), {
      onerror: onError,
    });
    // Before a first message there is no server that could say so.
    process.stdin.once("end", gone.resolve).once("close", gone.resolve);
    this.#endings.push(() => handle.close());
    await gone.promise;
  }

  /** Resolves to its address. Throws `RooError` where nothing can listen there. */
  async listen(options: HttpDoorOptions): Promise<string> {
    const clients = {
      connected: (onGone: () => void) => this.#clients.connected({ era: "legacy", onGone }),
      passing: () => this.#clients.passing(),
    };
    const door = new HttpDoor(clients, options);
    const url = await door.listen();
    const stopNews = this.#clients.news.listen((uri) => door.notify.resourceUpdated(uri));
    const stopRefreshing = this.#clients.onRefresh(() => {
      door.notify.resourcesChanged();
      door.notify.promptsChanged();
    });
    this.#endings.push(async () => {
      stopNews();
      stopRefreshing();
      await door.close();
    });
    return url;
  }

  /** Ends every connection. What clients have started is stopped with the last that works with it. */
  async dispose(): Promise<void> {
    await Promise.all(this.#endings.map((end) => end()));
    this.#clients.dispose();
  }
}
