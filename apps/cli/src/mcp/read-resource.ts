import { readServer, requireUsable } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { showAnswer } from "./call-tool.ts";
import { cwd, mcpContext, output, withServers } from "./mcp-flags.ts";

export async function readResource(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp read NAME URI",
      about: "Read a resource of a server.",
      flags: { output, cwd },
      positionals: { min: 2, max: 2 },
    },
    args,
  );
  if (!parsed) return 0;
  const [server = "", uri = ""] = parsed.positionals;
  const context = await mcpContext(parsed.flags.cwd);
  return withServers(context, async (held, signal) => {
    await requireUsable(server, context);
    return showAnswer(
      await readServer(held, { server, uri, signal, report: () => {} }),
      parsed.flags.output === "json",
    );
  });
}
