import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TaskProjections } from "@roo-code/host/database";
import { Backups } from "./backups.ts";
import { EvalRuns, type EvalRunsOptions } from "./eval-runs.ts";
import { McpServers } from "./mcp-servers.ts";
import { Push } from "./push.ts";
import type { ServerParts } from "./server-parts.ts";
import { TaskFeeds } from "./task-feeds.ts";
import { TaskUpdates } from "./task-updates.ts";
import { Tasks, taskOwner } from "./tasks.ts";
import { Workspaces } from "./workspaces.ts";

/** Used by the resources and the socket. */
export interface Services extends ServerParts {
  readonly workspaces: Workspaces;
  readonly backups: Backups;
  readonly tasks: Tasks;
  readonly feeds: TaskFeeds;
  readonly updates: TaskUpdates;
  readonly push: Push;
  readonly mcp: McpServers;
  readonly evals: EvalRuns;
}

export function createServices(
  parts: ServerParts,
  options: { readonly evals: EvalRunsOptions },
): Services & Disposable {
  const { database, home, pool, host } = parts;
  const workspaces = new Workspaces(parts);
  const projections = new TaskProjections({
    database,
    tasksFolder: join(home, "tasks"),
    place: homeId(home),
    owner: taskOwner,
  });
  const mcp = new McpServers(parts);
  const tasks = new Tasks(parts, { workspaces, projections });
  const feeds = new TaskFeeds({ tasks: host.tasks, pool });
  const updates = new TaskUpdates(parts, tasks);
  const push = new Push(parts);
  const observers = [feeds, updates, push, mcp].map(({ observe }) => pool.observe(observe));
  return {
    ...parts,
    workspaces,
    backups: new Backups(parts),
    tasks,
    feeds,
    updates,
    push,
    mcp,
    evals: new EvalRuns(parts, options.evals),
    [Symbol.dispose]() {
      for (const stop of observers) stop();
      updates.stop();
      feeds.stop();
    },
  };
}

/** Identifies this home in a database shared by several; created with the first server. */
function homeId(home: string): string {
  const file = join(home, "serve", "place");
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    const name = randomBytes(12).toString("hex");
    mkdirSync(join(home, "serve"), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${name}\n`, { mode: 0o600 });
    return name;
  }
}
