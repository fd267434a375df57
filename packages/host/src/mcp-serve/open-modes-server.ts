import { McpModesServer } from "@roo-code/mcp/serve";
import { systemClock } from "@roo-code/providers";
import { loadCommands } from "@roo-code/store";
import { type ProviderSettings, RooError, type Settings } from "@roo-code/types";
import type { Host } from "../host.ts";
import { FolderTasks } from "./folder-tasks.ts";

export interface ModesServerOptions {
  readonly host: Host;
  readonly home: string;
  readonly version: string;
  /** The folder whose modes and tasks are served. */
  readonly folder: string;
  readonly provider: Partial<ProviderSettings>;
  /** From the command line; overrides all other settings. */
  readonly settings: Settings;
  readonly log: (line: string) => void;
}

export interface OpenedModesServer {
  readonly server: McpModesServer;
  readonly workspace: string;
  /** Ends connections and tasks. */
  close(): Promise<void>;
}

const maxDrainMs = 10_000;

export async function openModesServer(options: ModesServerOptions): Promise<OpenedModesServer> {
  const { host, home, version, folder, settings } = options;
  const { workspace, readsFiles } = await host.configure(folder, settings);
  const configure = () => host.configure(workspace, settings);
  const tasks = new FolderTasks({ ...options, clock: systemClock, workspace });
  const server = new McpModesServer({
    version,
    tasks,
    modes: async () => (await configure()).modes,
    commands: async () => (readsFiles ? (await loadCommands({ home, workspace })).commands : []),
    async expand(name, args) {
      const expanded = await host.expand(`/${name} ${args}`, await configure());
      if (!expanded) throw new RooError({ code: "unknown_command", message: `There is no command ${name}.` });
      return expanded.text;
    },
    follow: (onChange) => host.follow(workspace, onChange),
  });
  await server.start();
  // Held as long as this process runs, so that servers started for one task are reused by the next.
  const servers = await host.mcp(workspace);
  servers?.follow();
  return {
    server,
    workspace,
    async close() {
      await server.dispose();
      await tasks.drain(maxDrainMs);
      await servers?.release();
    },
  };
}
