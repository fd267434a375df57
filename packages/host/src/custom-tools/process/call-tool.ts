import type { CallContext, ToolReply } from "./protocol.ts";
import { type ExportedTool, messageOf, toolsOf, zodSchemaOf } from "./tool-file.ts";

const maxContent = 100_000;
const maxProblems = 8;

/** Calls a tool; the result is a reply. Never throws. */
export async function callTool(request: {
  readonly file: string;
  readonly tool: string;
  readonly input: unknown;
  readonly context: CallContext;
  readonly signal: AbortSignal;
}): Promise<Outcome> {
  const { cwd, mode, taskId } = request.context;
  try {
    const tool = (await toolsOf(request.file)).tools.find(({ name }) => name === request.tool);
    if (!tool) return failed(`${request.file} no longer has the tool ${request.tool}.`);
    const parsed = await parseInput(tool, request.input);
    if ("problem" in parsed) return { ok: false, code: "invalid_input", message: parsed.problem };
    const context = { mode, task: { taskId, cwd }, cwd, signal: request.signal };
    return { ok: true, value: toText(await tool.execute(parsed.input, context)) };
  } catch (error) {
    return failed(messageOf(error));
  }
}

type Outcome = ToolReply extends infer Reply ? (Reply extends ToolReply ? Omit<Reply, "id"> : never) : never;

async function parseInput(tool: ExportedTool, input: unknown): Promise<{ input: unknown } | { problem: string }> {
  const schema = zodSchemaOf(tool);
  if (!schema) return { input };
  const parsed = await schema.safeParseAsync(input);
  if (parsed.success) return { input: parsed.data };
  const lines = parsed.error.issues
    .slice(0, maxProblems)
    .map(({ path, message }) => `- ${path.join(".") || "input"}: ${message}`);
  return { problem: `The arguments of ${tool.name} are wrong, nothing was done:\n${lines.join("\n")}` };
}

function failed(message: string): Outcome {
  return { ok: false, code: "tool_failed", message: message.slice(0, maxContent) };
}

function toText(value: unknown): string {
  const text = typeof value === "string" ? value : value === undefined ? "" : (JSON.stringify(value, null, 2) ?? "");
  if (text.length <= maxContent) return text;
  const half = maxContent / 2;
  return `${text.slice(0, half)}\n[… ${text.length - maxContent} characters left out …]\n${text.slice(-half)}`;
}
