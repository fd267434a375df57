import { findServer, serverLog } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { integer, toggle } from "../flags.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { cwd, mcpContext, output } from "./mcp-flags.ts";

export async function showLog(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp logs NAME",
      about: "Show the log of a server, from all roo processes.",
      flags: {
        lines: integer("N", "how many (default: 50)", 1, 10_000),
        errors: toggle("only errors"),
        output,
        cwd,
      },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const context = await mcpContext(parsed.flags.cwd);
  const server = await findServer(parsed.positionals[0] ?? "", context);
  const { lines = 50, errors = false } = parsed.flags;
  const all = serverLog(server, context, errors ? 10_000 : lines);
  const shown = errors ? all.filter(({ level }) => level === "error").slice(-lines) : all;
  if (parsed.flags.output === "json") return print(JSON.stringify(shown, null, 2));
  if (shown.length === 0) return print(visibleText(`The log of ${server.name} is empty.`));
  return print(visibleText(shown.map(({ at, level, text }) => `${at}  ${level.padEnd(7)}  ${text}`).join("\n")));
}
