import { type ConfigurationNotice, RooError } from "@roo-code/types";
import { hasServerFiles } from "../mcp/server-files.ts";
import type { PartContext, TaskPart } from "./task-part.ts";

/** The tools of MCP servers. A task in a copy shares the servers of the folder that was copied. */
export async function mcpPart(context: PartContext): Promise<TaskPart | undefined> {
  const { home, configuration, record, capabilities, hasOwnServers } = context;
  const { workspace, settings, readsFiles } = configuration;
  if (!hasOwnServers && !(readsFiles && hasServerFiles({ home, workspace }))) return undefined;
  const [{ TaskMcp }, hubs] = await Promise.all([import("../mcp/task-mcp.ts"), context.mcpHubs()]);
  const mcp = await TaskMcp.open(hubs, {
    workspace,
    settings,
    capabilities: () => capabilities.now,
    sink: (event) => {
      // Events before or after a run do not belong to it.
      if (record.state.run) record.append(event);
    },
  });
  if (!mcp) return undefined;
  return {
    name: "mcp",
    tools: mcp.entries,
    ports: { mcp: mcp.calls },
    notices: mcp.notices,
    get rules() {
      return mcp.rules;
    },
    guide: (mode) => mcp.guideFor(mode),
    translator: (next) => mcp.translator(next),
    observe: (item) => mcp.observe(item),
    news: () => mcp.news(),
    dispose: () => mcp.dispose(),
    disposeNow: () => mcp.disposeNow(),
    afterRun: () => saveRows(context),
  };
}

/** Saves how the run used servers in the database, if there is one. A failure is only reported. */
async function saveRows({ environment, tasks, taskId, home, run }: PartContext): Promise<void> {
  const url = environment["DATABASE_URL"];
  if (!url) return;
  try {
    const { saveMcpRows } = await import("../mcp/save-rows.ts");
    await saveMcpRows({ tasks, taskId, home, url });
  } catch (error) {
    const reason = error instanceof RooError ? error.message : String(error);
    const message = `The use of MCP servers was not saved in the database: ${reason}`;
    run.notify?.([{ code: "invalid_value", message, source: "DATABASE_URL" } satisfies ConfigurationNotice]);
  }
}
