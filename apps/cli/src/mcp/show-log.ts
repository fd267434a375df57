import { findServer, serverLog } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { integer, toggle } from "../flags.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { cwd, mcpPlaces, output } from "./mcp-flags.ts";

export async function showLog(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp logs NAME",
      about: "What a server said and what went wrong with it, in whichever roo that was.",
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
  const places = await mcpPlaces(parsed.flags.cwd);
  const server = await findServer(parsed.positionals[0] ?? "", places);
  const { lines = 50, errors = false } = parsed.flags;
  const all = serverLog(server, places, errors ? 10_000 : lines);
  const shown = errors ? all.filter(({ level }) => level === "error").slice(-lines) : all;
  if (parsed.flags.output === "json") return print(JSON.stringify(shown, null, 2));
  if (shown.length === 0) return print(visibleText(`${server.name} has said nothing yet.`));
  return print(visibleText(shown.map(({ at, level, text }) => `${at}  ${level.padEnd(7)}  ${text}`).join("\n")));
}
