import type { ConfigurationNotice } from "@roo-code/types";
import { isRecord } from "../is-record.ts";
import type { ConfigurationOrigin, ConfigurationRoot } from "./files/configuration-root.ts";
import { type ConfigurationPlaces, configurationRoots } from "./files/configuration-roots.ts";
import type { McpServerConfiguration } from "./mcp/mcp-server-schema.ts";
import { parseJson } from "./text/parse-json.ts";
import type { ParseOutcome } from "./text/parse-outcome.ts";

export interface McpServer {
  readonly name: string;
  readonly configuration: McpServerConfiguration;
  readonly origin: ConfigurationOrigin;
  readonly source: string;
}

export interface LoadMcpServersOptions extends ConfigurationPlaces {
  /** Whether the person trusts the workspace's configuration. Until then none of its servers may start. */
  readonly isTrusted: boolean;
}

export interface LoadedMcpServers {
  /** Each name once; the project's before the person's. Disabled ones are among them. */
  readonly servers: readonly McpServer[];
  /** The project's while it is not trusted, for the person to look at; they replace nothing. */
  readonly withheld: readonly McpServer[];
  readonly notices: readonly ConfigurationNotice[];
}

const maxFileBytes = 1_000_000;
const maxServers = 200;

/** The servers there are, from `<home>/mcp-settings.json` and `<workspace>/.roo/mcp.json`. Connects to none; never throws. */
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
  // The schema library is loaded only for those who have servers.
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
