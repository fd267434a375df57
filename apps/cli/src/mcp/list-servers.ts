import { knownServers, type ServerStatus, serverStatuses } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { toggle } from "../flags.ts";
import { openHost } from "../process-context.ts";
import { showNotices } from "../show-notices.ts";
import { print } from "../subcommands.ts";
import { table } from "../table.ts";
import { visibleText } from "../terminal-text.ts";
import { cwd, mcpContext, output } from "./mcp-flags.ts";

export async function listServers(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp list",
      about: "List servers with their status. Connects to each one, unless --offline.",
      flags: { offline: toggle("do not connect to servers"), output, cwd },
    },
    args,
  );
  if (!parsed) return 0;
  const context = await mcpContext(parsed.flags.cwd);
  const { servers, notices } = await knownServers(context);
  const held = await openHost().mcp(context.workspace);
  const { signal } = new AbortController();
  const statuses = await serverStatuses(servers, held, { connects: !parsed.flags.offline, signal });
  await held?.release();
  if (parsed.flags.output === "json") return print(JSON.stringify(statuses, null, 2));
  showNotices(notices.filter(({ code }) => code !== "not_trusted"));
  if (statuses.length === 0) {
    return print(
      "No MCP server is configured. Add one with: roo mcp add NAME -- COMMAND, or roo mcp add '{\"mcpServers\": …}'",
    );
  }
  return print(visibleText(statusText(statuses)));
}

function statusText(statuses: readonly ServerStatus[]): string {
  const head = ["name", "from", "transport", "state", "tools", "calls", "cached"];
  const rows = statuses.map(({ name, source, transport, state, tools, counts }) => [
    name,
    source === "global" ? "you" : "project",
    transport === "streamable-http" ? "http" : transport,
    state,
    tools === undefined ? "" : String(tools),
    counts === undefined ? "" : String(counts.calls),
    counts === undefined ? "" : hitRate(counts),
  ]);
  const problems = statuses.flatMap(({ name, state, error }) => {
    if (error !== undefined) return [`${name}: ${error}`];
    return state === "not trusted" ? [`${name}: configured by the project. Review it, then run: roo config trust`] : [];
  });
  return [table([head, ...rows], process.stdout.columns ?? 160), ...problems].join("\n");
}

/** The cache hit rate of cacheable calls. */
function hitRate({ hits, misses }: { hits: number; misses: number }): string {
  return hits + misses === 0 ? "" : `${Math.round((100 * hits) / (hits + misses))} % of ${hits + misses}`;
}
