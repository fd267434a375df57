import { findServer, requestRestart } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { print } from "../subcommands.ts";
import { visibleText } from "../terminal-text.ts";
import { cwd, mcpContext } from "./mcp-flags.ts";

export async function restart(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp restart NAME",
      about: "Restart a server in all running roo processes.",
      flags: { cwd },
      positionals: { min: 1, max: 1 },
    },
    args,
  );
  if (!parsed) return 0;
  const context = await mcpContext(parsed.flags.cwd);
  const { name } = await findServer(parsed.positionals[0] ?? "", context);
  requestRestart(name, { home: context.home, now: context.clock.now() });
  return print(visibleText(`restarting ${name} in all running roo processes`));
}
