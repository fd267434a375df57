import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { HubPorts, McpHub, ToolPins } from "@roo-code/mcp";
import { substitute, watchConfiguration } from "@roo-code/store";
import type { ConfigurationNotice } from "@roo-code/types";
import { WorkspaceTrust } from "../configuration/workspace-trust.ts";
import type { HostContext } from "../host.ts";
import { once } from "../once.ts";
import { ProcessSandbox } from "./process-sandbox.ts";
import {
  hasServers,
  loadServers,
  type ProgramServer,
  restartsFile,
  type ServerSources,
  watchedServerFiles,
} from "./server-files.ts";

export interface HubsOptions extends HostContext {
  readonly version: string;
  /** Servers of the program; they replace others with the same name. */
  readonly servers?: readonly ProgramServer[] | undefined;
  /** Whether servers in files of the user and the project are used. */
  readonly readsFiles: boolean;
}

/** The hub of a folder, shared by all holders of a handle. */
export interface HubHandle {
  readonly hub: McpHub;
  readonly pins: ToolPins;
  readonly notices: readonly ConfigurationNotice[];
  /** Applies changes of the servers' files from now on. May be called twice. */
  follow(): void;
  /** Applies the files as they are now. */
  refresh(): Promise<void>;
  /** The last release ends the servers. To be called once. */
  release(): Promise<void>;
  /** For a process about to exit. */
  releaseNow(): void;
}

interface OpenHub extends Omit<HubHandle, "release" | "releaseNow"> {
  dispose(): Promise<void>;
}

interface Shared {
  readonly opened: Promise<OpenHub>;
  holders: number;
}

/** The hubs of a process: one per folder, so that its tasks share their servers. */
export class McpHubs {
  readonly #options: HubsOptions;
  readonly #shared = new Map<string, Shared>();

  constructor(options: HubsOptions) {
    this.#options = options;
  }

  /** undefined if no server is configured, which only takes looking for two files. */
  async hold(workspace: string): Promise<HubHandle | undefined> {
    if (!hasServers({ ...this.#options, workspace })) return undefined;
    const shared = this.#shared.get(workspace) ?? { opened: this.#open(workspace), holders: 0 };
    this.#shared.set(workspace, shared);
    shared.holders += 1;
    const opened = await shared.opened.catch((error: unknown) => {
      this.#shared.delete(workspace);
      throw error;
    });
    return { ...opened, release: () => this.#release(workspace, shared), releaseNow: () => opened.hub.disposeNow() };
  }

  async #release(workspace: string, shared: Shared): Promise<void> {
    shared.holders -= 1;
    if (shared.holders > 0) return;
    this.#shared.delete(workspace);
    await (await shared.opened).dispose();
  }

  async #open(workspace: string): Promise<OpenHub> {
    const context: ServerSources = { ...this.#options, workspace };
    const [{ McpHub, ToolPins }, loaded, connected] = await Promise.all([
      import("@roo-code/mcp"),
      loadServers(context),
      createHubPorts({ ...this.#options, workspace }),
    ]);
    const hub = new McpHub(connected.ports, loaded);
    const follower = new HubFollower(hub, context);
    return {
      hub,
      pins: new ToolPins(join(context.home, "mcp")),
      notices: loaded.notices,
      follow: () => follower.begin(),
      refresh: () => follower.update(),
      async dispose() {
        follower.end();
        await hub.dispose();
        connected.dispose();
      },
    };
  }
}

interface HubContext extends HostContext {
  readonly version: string;
  readonly workspace: string;
}

interface DisposableHubPorts {
  readonly ports: HubPorts;
  dispose(): void;
}

async function createHubPorts(context: HubContext): Promise<DisposableHubPorts> {
  const { home, environment, clock, version, workspace } = context;
  // Slow to load, and needed only with servers.
  const { childEnvironment } = await import("@roo-code/workspace");
  const inherited = childEnvironment(environment);
  const sandbox = new ProcessSandbox({ home, root: workspace, environment: inherited });
  const trust = new WorkspaceTrust(home);
  const ports: HubPorts = {
    clock,
    version,
    workspace,
    environment: inherited,
    random: Math.random,
    recordFolder: join(home, "cache", "mcp"),
    logFolder: join(home, "logs", "mcp"),
    fill: (value) => substitute(value, { ...environment, workspaceFolder: workspace }),
    isTrusted: () => trust.isTrusted(workspace),
    secrets: once(async () => (await import("../provider/open-secrets.ts")).openSecretStore(context)),
    confine: (start, profile) => sandbox.confine(start, profile),
    watch: (paths, onChange) => watchConfiguration({ paths, onChange }),
  };
  return { ports, dispose: () => sandbox.dispose() };
}

/** Applies changes of the files to a hub, and restarts servers when another process requests it. */
class HubFollower {
  readonly #hub: McpHub;
  readonly #context: ServerSources;
  readonly #since = Date.now();
  readonly #done = new Map<string, number>();
  #watch: { dispose(): void } | undefined;
  #turn = 0;

  constructor(hub: McpHub, context: ServerSources) {
    this.#hub = hub;
    this.#context = context;
  }

  begin(): void {
    if (!this.#context.readsFiles) return;
    this.#watch ??= watchConfiguration({
      paths: watchedServerFiles(this.#context),
      onChange: () => void this.update(),
    });
  }

  end(): void {
    this.#turn += 1;
    this.#watch?.dispose();
  }

  async update(): Promise<void> {
    const turn = (this.#turn += 1);
    const loaded = await loadServers(this.#context);
    // After two changes in a row only the last read is current.
    if (turn !== this.#turn) return;
    await this.#hub.configure(loaded);
    for (const [name, at] of Object.entries(readRestarts(this.#context.home))) {
      if (at <= (this.#done.get(name) ?? this.#since)) continue;
      this.#done.set(name, at);
      await this.#hub.restart(name, "asked for").catch(() => {});
    }
  }
}

/** Server name → time of the request. */
export function readRestarts(home: string): Record<string, number> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(join(home, restartsFile), "utf8"));
    const entries = Object.entries(typeof parsed === "object" && parsed !== null ? parsed : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
  } catch {
    return {};
  }
}
