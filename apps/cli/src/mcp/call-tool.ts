import { text as readStream } from "node:stream/consumers";
import { callServer, requireUsable } from "@roo-code/host/mcp";
import { type McpAnswer, RooError } from "@roo-code/types";
import { parseCommandLine } from "../command-line.ts";
import { exitCodes } from "../exit-codes.ts";
import { visibleText } from "../terminal-text.ts";
import { cwd, mcpContext, output, withServers } from "./mcp-flags.ts";

export async function callTool(args: readonly string[]): Promise<number> {
  const parsed = parseCommandLine(
    {
      usage: "roo mcp call NAME TOOL ['JSON' | -]",
      about: "Call a tool, with arguments as JSON; - reads standard input.",
      flags: { output, cwd },
      positionals: { min: 2, max: 3 },
    },
    args,
  );
  if (!parsed) return 0;
  const [server = "", tool = "", json = "{}"] = parsed.positionals;
  const input = parseInput(json === "-" ? await readStream(process.stdin) : json);
  const context = await mcpContext(parsed.flags.cwd);
  return withServers(context, async (held, signal) => {
    await requireUsable(server, context, tool);
    const report = (text: string): void => void process.stderr.write(visibleText(text));
    const answer = await callServer(held, { server, tool, arguments: input, signal, report });
    return showAnswer(answer, parsed.flags.output === "json");
  });
}

/** Prints the content; an error of the server is a failure of the command. */
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
    // Reported below, as JSON of another kind is.
  }
  throw new RooError({
    code: "wrong_usage",
    message: "The arguments must be a JSON object.",
    next: `roo mcp call NAME TOOL '{"key": "value"}'`,
  });
}
