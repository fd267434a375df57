import { join } from "node:path";
import { systemClock } from "@roo-code/providers";
import { FileEventLog, ProfilesFile } from "@roo-code/store";
import { loadConfiguration } from "./configuration/configuration.ts";
import type { Host, HostContext, HostOptions, HostServices } from "./host.ts";
import { once } from "./once.ts";
import { allParts } from "./parts/all-parts.ts";
import { agentsHome, ensureWritable } from "./roo-home.ts";
import { TaskSessions } from "./session/task-sessions.ts";
import { workspaceFolder } from "./session/task-workspace.ts";

/** The composition root: the only place where leaves meet. */
export function createHost(options: HostOptions): Host {
  const { home, environment, version, clock = systemClock, parts = [], modes = [], readsFiles = true } = options;
  const context: HostContext = { home, environment, clock };
  const tasks =
    options.tasks ?? new FileEventLog({ tasksFolder: join(home, "tasks"), cacheFolder: join(home, "cache"), clock });
  const profiles = new ProfilesFile({
    home,
    clock,
    secrets: async () => (await import("./provider/open-secrets.ts")).openSecretStore(context),
  });
  const ownHubs = once(async () => {
    const { McpHubs } = await import("./mcp/mcp-hubs.ts");
    return new McpHubs({ ...context, version, readsFiles });
  });
  const mcpHubs = options.mcpHubs ?? ownHubs;
  const services: HostServices = {
    ...context,
    version,
    tasks,
    checkStorage: options.tasks ? () => undefined : () => ensureWritable(home),
    profiles,
    hasBrowser: once(async () => (await import("@roo-code/browser")).findBrowser(environment) !== undefined),
    mcpHubs,
    hasOwnServers: options.mcpHubs !== undefined,
  };
  const sessions = new TaskSessions(services, [...allParts, ...parts]);

  return {
    tasks,
    profiles,
    configure: (cwd, program) =>
      loadConfiguration(context, { workspace: workspaceFolder(cwd), program, modes, readsFiles }),
    inventory: async (configuration) =>
      (await import("./configuration/inventory.ts")).loadInventory(context, configuration),
    async expand(prompt, configuration) {
      if (prompt.trimStart().startsWith("/mcp:")) {
        const { expandMcpPrompt } = await import("./mcp/expand-prompt.ts");
        return expandMcpPrompt(prompt, async () => (await mcpHubs()).hold(configuration.workspace));
      }
      // Most prompts name no command; then the module need not be loaded at start-up.
      if (!configuration.readsFiles || !/(?:^|\s)\/[\w.-]+(?:\s|$)/.test(prompt)) return undefined;
      const { expandPrompt } = await import("./slash-commands/expand-prompt.ts");
      return expandPrompt(prompt, { home, configuration, ...agentsHome(environment) });
    },
    async follow(cwd, onChange) {
      if (!readsFiles) return () => undefined;
      const { followConfiguration } = await import("./configuration/follow-configuration.ts");
      return followConfiguration(context, { workspace: workspaceFolder(cwd), modes, onChange });
    },
    createTask: ({ configuration, taskId, ...run }) =>
      sessions.create({ configuration, run, taskId, mode: configuration.settings.mode ?? "code" }),
    openTask: (taskId, { configuration, mode, ...run }) => sessions.open({ taskId, configuration, run, mode }),
    mcp: async (workspace) => (await mcpHubs()).hold(workspace),
    workflows: { ...services, subtasks: (request) => sessions.subtasksOf(request) },
  };
}
