import type { ConfigurationNotice } from "@roo-code/types";
import { isRecord } from "../is-record.ts";
import type { ConfigurationOrigin, ConfigurationRoot } from "./files/configuration-root.ts";
import { type ConfigurationFolders, configurationRoots } from "./files/configuration-roots.ts";
import type { McpServerConfiguration } from "./mcp/parse-mcp-server.ts";
import { type ParseOutcome, parseJson } from "./text/parse-text.ts";

export interface McpServer {
  readonly name: string;
  readonly configuration: McpServerConfiguration;
  readonly origin: ConfigurationOrigin;
  readonly source: string;
}

export interface LoadMcpServersOptions extends ConfigurationFolders {
  /** Whether the user trusts the workspace's configuration. Until then none of its servers may start. */
  readonly isTrusted: boolean;
}

export interface LoadedMcpServers {
  /** Each name once; the project's replace the user's. Includes disabled ones. */
  readonly servers: readonly McpServer[];
  /** The servers of an untrusted project, for review; they replace nothing. */
  readonly withheld: readonly McpServer[];
  readonly notices: readonly ConfigurationNotice[];
}

const maxFileBytes = 1_000_000;
const maxServers = 200;

/** The servers in `<home>/mcp-settings.json` and `<workspace>/.roo/mcp.json`. Connects to none; never throws. */
export async function loadMcpServers(options: LoadMcpServersOptions): Promise<LoadedMcpServers> {
  const { user, project } = configurationRoots(options);
  const ofUser = await readServers(user, "mcp-settings.json");
  const ofProject = await readServers(project, ".roo/mcp.json");
  const withheld = options.isTrusted ? [] : ofProject;
  for (const { name, source } of withheld) {
    project.report(
      "not_trusted",
      source,
      `the server ${name} is not used: this folder is not trusted (roo config trust).`,
    );
  }
  const used = options.isTrusted ? [...ofUser, ...ofProject] : ofUser;
  const servers = [...new Map(used.map((server) => [server.name, server])).values()];
  return { servers, withheld, notices: [...user.notices, ...project.notices] };
}

async function readServers(root: ConfigurationRoot, path: string): Promise<McpServer[]> {
  const file = root.findFile(path);
  const text = file && root.readWhole(file, maxFileBytes);
  if (!file || text === undefined) return [];
  const found = entriesOf(await parseJson(text));
  if ("problem" in found) {
    root.report("broken_file", file.path, found.problem);
    return [];
  }
  // zod is only loaded if there are servers.
  const { parseMcpServer } = await import("./mcp/parse-mcp-server.ts");
  return found.entries.flatMap(([name, entry]) => {
    const title = name.trim().slice(0, 100);
    const parsed = title === "" ? { problem: "it has no name" } : parseMcpServer(entry);
    if ("problem" in parsed) {
      root.report("invalid_value", file.path, `the server ${title} is not used: ${parsed.problem}.`);
      return [];
    }
    if (parsed.unknownKeys.length > 0) {
      const keys = parsed.unknownKeys.map((key) => key.slice(0, 50)).slice(0, 10);
      root.report("unknown_key", file.path, `the server ${title} has unknown keys: ${keys.join(", ")}.`);
    }
    return [{ name, configuration: parsed.server, origin: root.origin, source: file.path }];
  });
}

function entriesOf(parsed: ParseOutcome): { entries: [string, unknown][] } | { problem: string } {
  if ("problem" in parsed) return parsed;
  const servers = isRecord(parsed.value) ? parsed.value.mcpServers : undefined;
  if (!isRecord(servers)) return { problem: "it has no mcpServers." };
  const entries = Object.entries(servers);
  return entries.length > maxServers ? { problem: `it has more than ${maxServers} servers.` } : { entries };
}
