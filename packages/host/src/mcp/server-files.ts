import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HubServers } from "@roo-code/mcp";
import { loadMcpServers, type McpServer } from "@roo-code/store";
import type { ConfigurationNotice } from "@roo-code/types";
import { WorkspaceTrust } from "../configuration/workspace-trust.ts";

export interface ServerPaths {
  readonly home: string;
  readonly workspace: string;
}

interface LoadedServers extends HubServers {
  readonly notices: readonly ConfigurationNotice[];
}

/** Whether a server is configured; if not, nothing else need be loaded. */
export function hasServerFiles({ home, workspace }: ServerPaths): boolean {
  return existsSync(join(home, "mcp-settings.json")) || existsSync(join(workspace, ".roo", "mcp.json"));
}

/** A server that a program defines. */
export interface ProgramServer {
  readonly name: string;
  readonly configuration: McpServer["configuration"];
}

/** Where the servers of a folder are defined. */
export interface ServerSources extends ServerPaths {
  readonly servers?: readonly ProgramServer[] | undefined;
  readonly readsFiles: boolean;
}

export function hasServers({ servers = [], readsFiles, ...paths }: ServerSources): boolean {
  return servers.length > 0 || (readsFiles && hasServerFiles(paths));
}

/** Files whose changes affect servers: their configuration, and everything the folder's trust depends on. */
export function watchedServerFiles({ home, workspace }: ServerPaths): string[] {
  const own = ["mcp-settings.json", "trusted.json", restartsFile];
  return [...own.map((name) => join(home, name)), join(workspace, ".roo"), join(workspace, ".roomodes")];
}

/** Where processes request restarts of servers: name → time. */
export const restartsFile = join("mcp", "restarts.json");

/** The servers of a folder. Those in files of the project are withheld until it is trusted. */
export async function loadServers({ servers: own = [], readsFiles, ...paths }: ServerSources): Promise<LoadedServers> {
  const found: LoadedServers = readsFiles ? await loadFiles(paths) : { servers: [], withheld: [], notices: [] };
  const others = found.servers.filter(({ name }) => !own.some((server) => server.name === name));
  return { ...found, servers: [...others, ...own.map((server) => ({ ...server, source: "global" as const }))] };
}

async function loadFiles({ home, workspace }: ServerPaths): Promise<LoadedServers> {
  const isTrusted = new WorkspaceTrust(home).isTrusted(workspace);
  const { servers, withheld, notices } = await loadMcpServers({ home, workspace, isTrusted });
  const reason = "this folder is not trusted, or its configuration has changed since (roo config trust).";
  return { servers: servers.map(configured), withheld: withheld.map(({ name }) => ({ name, reason })), notices };
}

function configured({ name, origin, configuration }: McpServer): HubServers["servers"][number] {
  return { name, source: origin === "user" ? "global" : "project", configuration };
}
