import { backups } from "./backups.ts";
import { checkpoints } from "./checkpoints.ts";
import { configuration } from "./configuration.ts";
import { evals } from "./evals.ts";
import { files } from "./files.ts";
import { mcp } from "./mcp.ts";
import { providers } from "./providers.ts";
import type { Route } from "./route.ts";
import { server } from "./server.ts";
import { tasks } from "./tasks.ts";
import { usage } from "./usage.ts";
import { workspaces } from "./workspaces.ts";

/** Every operation of the HTTP API, by resource. */
export const routes = {
  server,
  workspaces,
  backups,
  files,
  tasks,
  checkpoints,
  configuration,
  providers,
  mcp,
  usage,
  evals,
} as const;
export type Routes = typeof routes;

export interface Operation {
  readonly resource: string;
  readonly name: string;
  readonly route: Route;
}

/** All routes as a list. */
export const operations: readonly Operation[] = Object.entries(routes).flatMap(([resource, group]) =>
  Object.entries<Route>(group).map(([name, route]) => ({ resource, name, route })),
);
