import { join } from "node:path";
import { TaskProjections } from "@roo-code/host/database";
import { Backups } from "./backups.ts";
import { EvalRuns, type EvalRunsOptions } from "./eval-runs.ts";
import { McpServers } from "./mcp-servers.ts";
import { placeName } from "./place-name.ts";
import { Push } from "./push.ts";
import type { ServerParts } from "./server-parts.ts";
import { TaskFeeds } from "./task-feeds.ts";
import { TaskNews } from "./task-news.ts";
import { Tasks, taskOwner } from "./tasks.ts";
import { Workspaces } from "./workspaces.ts";

/** What the resources and the socket are made of. */
export interface Services extends ServerParts {
  readonly workspaces: Workspaces;
  readonly backups: Backups;
  readonly tasks: Tasks;
  readonly feeds: TaskFeeds;
  readonly news: TaskNews;
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
    place: placeName(home),
    owner: taskOwner,
  });
  const mcp = new McpServers(parts);
  const tasks = new Tasks(parts, { workspaces, projections });
  const feeds = new TaskFeeds({ tasks: host.tasks, pool });
  const news = new TaskNews(parts, tasks);
  const push = new Push(parts);
  const observers = [feeds, news, push, mcp].map(({ observe }) => pool.observe(observe));
  return {
    ...parts,
    workspaces,
    backups: new Backups(parts),
    tasks,
    feeds,
    news,
    push,
    mcp,
    evals: new EvalRuns(parts, options.evals),
    [Symbol.dispose]() {
      for (const stop of observers) stop();
      news.stop();
      feeds.stop();
    },
  };
}
