import { findServer, requestRestart } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { cwd, mcpPlaces } from "./mcp-flags.ts";

export async function restart(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp restart NAME",
      about: "Has every roo that runs start the server anew; new ones start it when they need it.",
      flags: { cwd },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const places = await mcpPlaces(parsed.flags.cwd);
  const { name } = await findServer(parsed.positionals[0] ?? "", places);
  requestRestart(name, { home: places.home, now: places.clock.now() });
  return print(visibleText(`every roo that runs starts ${name} anew`));
}
