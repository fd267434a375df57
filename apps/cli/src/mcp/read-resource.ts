import { readServer, requireUsable } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { showAnswer } from "./call-tool.ts";
import { cwd, mcpPlaces, output, withServers } from "./mcp-flags.ts";

export async function readResource(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp read NAME URI",
      about: "Reads a resource of a server.",
      flags: { output, cwd },
      positionals: { min: 2, max: 2 },
    },
    args,
  );
  if (!parsed) return 0;
  const [server = "", uri = ""] = parsed.positionals;
  const places = await mcpPlaces(parsed.flags.cwd);
  return withServers(places, async (held, signal) => {
    await requireUsable(server, places);
    return showAnswer(
      await readServer(held, { server, uri, signal, report: () => {} }),
      parsed.flags.output === "json",
    );
  });
}
