import { text as readStream } from "node:stream/consumers";
import { callServer, requireUsable } from "@roo-code/host/mcp";
import { type McpAnswer, RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import { visibleText } from "../terminal-text.ts";
import { cwd, mcpPlaces, output, withServers } from "./mcp-flags.ts";

export async function callTool(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp call NAME TOOL ['JSON' | -]",
      about: "Calls a tool yourself; its arguments as JSON, - for standard input.",
      flags: { output, cwd },
      positionals: { min: 2, max: 3 },
    },
    args,
  );
  if (!parsed) return 0;
  const [server = "", tool = "", given = "{}"] = parsed.positionals;
  const input = parseInput(given === "-" ? await readStream(process.stdin) : given);
  const places = await mcpPlaces(parsed.flags.cwd);
  return withServers(places, async (held, signal) => {
    await requireUsable(server, places, tool);
    const report = (words: string): void => void process.stderr.write(visibleText(words));
    const answer = await callServer(held, { server, tool, arguments: input, signal, report });
    return showAnswer(answer, parsed.flags.output === "json");
  });
}

/** Data on stdout; a failure that the server tells is one of ours, too. */
export function showAnswer(answer: McpAnswer, isJson: boolean): number {
  const { content, images, isError } = answer;
  const shown = isJson ? JSON.stringify(answer, null, 2) : visibleText(content);
  const more = isJson || images.length === 0 ? "" : `(and ${images.length} images; --output json has them)`;
  process.stdout.write(`${[shown, more].filter(Boolean).join("\n")}\n`);
  return isError ? exitCodes.failed : 0;
}

function parseInput(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // Told below, together with JSON of another kind.
  }
  throw new RooError({
    code: "wrong_usage",
    message: "The arguments are no JSON object.",
    next: `roo mcp call NAME TOOL '{"key": "value"}'`,
  });
}
