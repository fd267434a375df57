import {
  type Tool as EngineTool,
  type ImagePart,
  type TextPart,
  type ToolContext,
  ToolFailure,
  type ToolOutput,
} from "@roo-code/types";
import type { Tool } from "../tool.ts";
import { describeIssues } from "./schema-issues.ts";
import { inputType, PendingInput } from "./zod-schemas.ts";

export interface ToolPlace {
  readonly cwd: string;
  readonly taskId?: string;
}

const maxDetail = 10_000;

/** A tool of the program in the form that the engine uses. */
export function engineTool(tool: Tool, place: ToolPlace): EngineTool {
  const { name, description, group = "modes" } = tool;
  const base = { name, description, group, input: inputType(tool.input) };
  const run = (input: unknown, context: ToolContext) => runTool(tool, input, { ...place, context });
  if (tool.readOnly) return { ...base, kind: "read", run };
  return {
    ...base,
    kind: "action",
    approval: "command",
    subject: (input) => ({ kind: "command", summary: `${name} of the program`, detail: shown(input) }),
    run,
  };
}

/** Ends when the run is stopped or the time is over, even if the tool does not. */
async function runTool(
  tool: Tool,
  input: unknown,
  { context, ...place }: ToolPlace & { readonly context: ToolContext },
): Promise<ToolOutput> {
  const valid = input instanceof PendingInput ? await settled(tool, input) : input;
  const stop = new AbortController();
  const onAbort = () => stop.abort(context.signal.reason);
  context.signal.addEventListener("abort", onAbort);
  const timer = Number.isFinite(tool.timeoutMs)
    ? setTimeout(() => stop.abort(tookTooLong(tool)), tool.timeoutMs)
    : undefined;
  try {
    const stopped = new Promise<never>((_, reject) =>
      stop.signal.addEventListener("abort", () => reject(stop.signal.reason)),
    );
    if (context.signal.aborted) onAbort();
    const report = (text: unknown) => context.report(String(text));
    const execute = async () => tool.execute(valid, { ...place, signal: stop.signal, report });
    return outputOf(tool, await Promise.race([stopped, execute()]));
  } finally {
    clearTimeout(timer);
    context.signal.removeEventListener("abort", onAbort);
  }
}

async function settled(tool: Tool, { result }: PendingInput): Promise<unknown> {
  const { value, issues } = await result;
  if (!issues) return value;
  const problems = describeIssues(issues, "input");
  throw new ToolFailure("invalid_input", `The arguments of ${tool.name} are invalid, nothing was done:\n${problems}`);
}

function tookTooLong({ name, timeoutMs }: Tool): ToolFailure {
  return new ToolFailure("tool_timeout", `${name} did not finish within ${timeoutMs / 1000} seconds.`);
}

function outputOf(tool: Tool, value: unknown): ToolOutput {
  if (value === undefined) return { content: "" };
  if (typeof value === "string") return { content: value };
  const parts = Array.isArray(value) ? value : [value];
  if (parts.length > 0 && parts.every(isPart)) {
    const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
    const images = parts.filter((part) => part.type === "image");
    return { content: texts.join("\n"), ...(images.length > 0 && { images }) };
  }
  return { content: toJson(tool, value) };
}

function isPart(value: unknown): value is TextPart | ImagePart {
  if (typeof value !== "object" || value === null || !("type" in value)) return false;
  if (value.type === "text") return "text" in value && typeof value.text === "string";
  return value.type === "image" && "data" in value && "mediaType" in value;
}

/** Throws `ToolFailure` `bad_output` for circular values and others without JSON. */
function toJson({ name }: Tool, value: unknown): string {
  try {
    return JSON.stringify(value, undefined, 2) ?? "";
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error);
    throw new ToolFailure("bad_output", `${name} ran, but its result cannot be converted to JSON: ${reason}`);
  }
}

function shown(input: unknown): string {
  const text = JSON.stringify(input, undefined, 2) ?? "";
  const more = text.length - maxDetail;
  return more > 0 ? `${text.slice(0, maxDetail)}\n(${more} more characters)` : text;
}
