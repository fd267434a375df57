import { requireUsable } from "@roo-code/host/mcp";
import { parseCommandLine } from "../command-line.ts";
import { print } from "../subcommands.ts";
import { oneLine, visibleText } from "../terminal-text.ts";
import { cwd, mcpContext, output, withServers } from "./mcp-flags.ts";

export async function listTools(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp tools [NAME] [QUERY…]",
      about: "List the tools of all servers or of one, or search them.",
      flags: { output, cwd },
      positionals: { min: 0, max: 50 },
    },
    args,
  );
  if (!parsed) return 0;
  const context = await mcpContext(parsed.flags.cwd);
  const [name, ...query] = parsed.positionals;
  if (name !== undefined) await requireUsable(name, context);
  return withServers(context, async ({ hub }, signal) => {
    const link = hub.link({ sink: () => {}, profileFor: () => undefined });
    const selected = hub.servers.filter((server) => name === undefined || server.name === name);
    const problems = await Promise.all(
      selected.map((server) =>
        server
          .instance(undefined)
          .ensure(() => {}, signal)
          .then(() => undefined)
          .catch((error: unknown) => `${server.name}: ${error instanceof Error ? error.message : String(error)}`),
      ),
    );
    for (const problem of problems) if (problem !== undefined) process.stderr.write(`! ${visibleText(problem)}\n`);
    const found =
      query.length === 0
        ? selected.flatMap((server) =>
            [...(server.catalog?.tools ?? [])].map((tool) => ({ server: server.name, ...tool })),
          )
        : (await link.findTools({ query: query.join(" "), limit: 10, signal })).found.filter(
            ({ server }) => name === undefined || server === name,
          );
    if (parsed.flags.output === "json") return print(JSON.stringify(found, null, 2));
    const width = (process.stdout.columns ?? 160) - 4;
    const lines = found.map(
      ({ server, name: tool, description }) => `${server}/${tool}\n    ${oneLine(description, width)}`,
    );
    const resources = selected.reduce((sum, { catalog }) => sum + (catalog?.resources.length ?? 0), 0);
    const more =
      query.length === 0 && resources > 0
        ? [`and ${resources} ${resources === 1 ? "resource" : "resources"} (roo mcp read NAME URI)`]
        : [];
    return print(visibleText([...lines, ...more].join("\n") || "No tools."));
  });
}
