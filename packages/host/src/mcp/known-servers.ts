import { loadMcpServers, type McpServer } from "@roo-code/store";
import { changeMcpFile, type McpChange, parseSnippet } from "@roo-code/store/mcp";
import { type Clock, type ConfigurationNotice, type McpSource, RooError } from "@roo-code/types";
import { WorkspaceTrust } from "../configuration/workspace-trust.ts";
import type { ServerPaths } from "./server-files.ts";

/** A server as configured, in use or not. */
export interface KnownServer {
  readonly name: string;
  readonly source: McpSource;
  readonly file: string;
  readonly configuration: McpServer["configuration"];
  /** It belongs to a project that is not trusted. */
  readonly isWithheld: boolean;
}

/** All servers of a folder, and problems with their files. */
export async function knownServers(
  paths: ServerPaths,
): Promise<{ servers: readonly KnownServer[]; notices: readonly ConfigurationNotice[] }> {
  const isTrusted = new WorkspaceTrust(paths.home).isTrusted(paths.workspace);
  const { servers, withheld, notices } = await loadMcpServers({ ...paths, isTrusted });
  const known = [
    ...servers.map((server) => toKnown(server, false)),
    ...withheld.map((server) => toKnown(server, true)),
  ];
  return { servers: known, notices };
}

/** The server with that name; of two, the one in use. Throws `RooError` `unknown_server`. */
export async function findServer(name: string, paths: ServerPaths, source?: McpSource): Promise<KnownServer> {
  const { servers } = await knownServers(paths);
  const found = servers.find((server) => server.name === name && (source === undefined || server.source === source));
  if (found) return found;
  const names = [...new Set(servers.map((server) => server.name))].join(", ");
  throw new RooError({
    code: "unknown_server",
    message: `There is no MCP server "${name}"${source === undefined ? "" : ` in the ${source === "global" ? "global" : "project's"} file`}.`,
    next: names === "" ? "Add one: roo mcp add NAME -- COMMAND" : `The servers are: ${names}.`,
  });
}

/** Checks that the server and the tool may be called. Throws `RooError` that says how to enable it. */
export async function requireUsable(name: string, paths: ServerPaths, tool?: string): Promise<void> {
  const { configuration, isWithheld } = await findServer(name, paths);
  if (isWithheld) {
    const message = `The MCP server "${name}" belongs to the project, which is not trusted.`;
    throw new RooError({ code: "not_trusted", message, next: "Review it, then trust it with: roo config trust" });
  }
  const { disabled = false, disabledTools } = configuration;
  if (disabled) {
    const message = `The MCP server "${name}" is disabled.`;
    throw new RooError({ code: "server_disabled", message, next: `roo mcp enable ${name}` });
  }
  if (tool !== undefined && disabledTools.includes(tool)) {
    const message = `The tool ${tool} of "${name}" is disabled.`;
    throw new RooError({ code: "tool_disabled", message, next: `roo mcp enable ${name} ${tool}` });
  }
}

function toKnown({ name, origin, source: file, configuration }: McpServer, isWithheld: boolean): KnownServer {
  return { name, source: origin === "user" ? "global" : "project", file, configuration, isWithheld };
}

/**
 * Changes a servers file on behalf of the user: a trusted folder stays trusted. Returns the file. Throws as
 * `changeMcpFile` does, and what `decide` throws.
 */
export async function changeServers(
  { home, workspace, clock, source }: ServerPaths & { readonly clock: Clock; readonly source: McpSource },
  decide: (servers: Readonly<Record<string, unknown>>) => readonly McpChange[],
): Promise<string> {
  const trust = new WorkspaceTrust(home);
  const wasTrusted = trust.isTrusted(workspace);
  const file = await changeMcpFile({ home, workspace, clock, source }, decide);
  if (source === "project" && wasTrusted) trust.trust(workspace);
  return file;
}

export interface NamedServer {
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>>;
}

/** The servers in a JSON snippet as READMEs show it; `name` renames a single one. Throws `RooError` `bad_snippet`. */
export async function snippetServers(text: string, name: string | undefined): Promise<NamedServer[]> {
  const parsed = await parseSnippet(text);
  if ("problem" in parsed) throw badSnippet(`The snippet cannot be used: ${parsed.problem}`);
  const { servers } = parsed;
  if (name !== undefined && servers.length > 1)
    throw badSnippet(`The snippet has ${servers.length} servers; a name can be given only for a single one.`);
  return servers.map((server) => ({ name: checkedName(name ?? server.name), entry: server.entry }));
}

/** A name that is also usable on a command line. Throws `RooError` `bad_snippet`. */
export function checkedName(name: string | undefined): string {
  if (name === undefined) throw badSnippet("Missing name of the server.");
  const trimmed = name.trim();
  if (trimmed !== "" && trimmed.length <= 100 && !trimmed.startsWith("-")) return trimmed;
  throw badSnippet(`"${name.slice(0, 40)}" is not a valid name for a server.`);
}

function badSnippet(message: string): RooError {
  return new RooError({ code: "bad_snippet", message });
}
