import { pathToFileURL } from "node:url";
import * as z from "zod";
import type { CallContext, FileDescription, ToolDescription, ToolReply } from "./protocol.ts";

/** A tool as its file exports it. */
interface ExportedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters?: unknown;
  execute(input: unknown, context: unknown): unknown;
}

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;
const maxDescription = 4_000;

/** Loads a file and finds its tools. Throws what the file throws. */
async function toolsOf(file: string): Promise<{ tools: readonly ExportedTool[]; problems: readonly string[] }> {
  const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
  // CommonJS exports appear as the default and again by name.
  const values = new Set(Object.values(exported).flatMap(itselfOrMembers));
  const tools: ExportedTool[] = [];
  const problems: string[] = [];
  for (const value of values) {
    const checked = check(value);
    if (typeof checked === "string") problems.push(checked);
    else if (checked) tools.push(checked);
  }
  if (tools.length === 0 && problems.length === 0) problems.push("it exports no tool");
  return { tools, problems };
}

export async function describeFile(file: string): Promise<FileDescription> {
  const { tools, problems } = await toolsOf(file);
  const described: ToolDescription[] = [];
  const found = [...problems];
  for (const tool of tools) {
    try {
      const { name, description } = tool;
      described.push({ name, description: description.slice(0, maxDescription), inputSchema: inputSchemaOf(tool) });
    } catch (error) {
      found.push(`the parameters of ${tool.name} cannot be used: ${messageOf(error)}`);
    }
  }
  return { tools: described, problems: found };
}

/** The zod schema of a tool; undefined if it has plain JSON Schema, or none. */
function zodSchemaOf({ parameters }: ExportedTool): z.ZodType | undefined {
  return isZod(parameters) ? parameters : undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function itselfOrMembers(value: unknown): unknown[] {
  const isGroup = isObject(value) && !("execute" in value) && Object.values(value).some(isToolLike);
  return isGroup ? Object.values(value) : [value];
}

/** A tool; the problem with something that looks like one; undefined for anything else. */
function check(value: unknown): ExportedTool | string | undefined {
  if (!isToolLike(value)) return undefined;
  const { name, description } = value;
  if (typeof name !== "string" || !namePattern.test(name)) {
    return "a tool needs a name of at most 64 letters, digits, _ and -";
  }
  if (typeof description !== "string" || description.trim() === "") return `${name} has no description`;
  const { parameters, execute } = value;
  return { name, description, parameters, execute: (input, context) => execute.call(value, input, context) };
}

interface ToolLike {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly parameters?: unknown;
  readonly execute: (this: unknown, input: unknown, context: unknown) => unknown;
}

function isToolLike(value: unknown): value is ToolLike {
  return isObject(value) && typeof value.execute === "function";
}

function inputSchemaOf(tool: ExportedTool): Record<string, unknown> {
  const { parameters } = tool;
  if (parameters === undefined || parameters === null) {
    return { type: "object", properties: {}, additionalProperties: false };
  }
  const schema = isZod(parameters) ? fromZod(parameters) : parameters;
  if (!isObject(schema)) throw new TypeError("they are neither a zod schema nor JSON Schema");
  if ("_def" in schema) throw new TypeError("they are a zod 3 schema; zod 4 is required");
  if (schema.type !== "object") throw new TypeError("they do not describe an object");
  return JSON.parse(JSON.stringify(schema));
}

/** Uses the tool's own zod if it has one: versions differ internally. */
function fromZod(parameters: z.ZodType): Record<string, unknown> {
  const options = { io: "input", unrepresentable: "any" } as const;
  const hasOwn = "toJSONSchema" in parameters && typeof parameters.toJSONSchema === "function";
  const converted: unknown = hasOwn ? parameters.toJSONSchema(options) : z.toJSONSchema(parameters, options);
  const { $schema: _, ...schema } = isObject(converted) ? converted : {};
  return schema;
}

function isZod(parameters: unknown): parameters is z.ZodType {
  return isObject(parameters) && "_zod" in parameters;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

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
