import { modelRequest } from "@roo-code/testkit/model-request";
import type { ApiChunk, FinalMessage, ModelRequest, StopReason, ToolDefinition } from "@roo-code/types";
import { createApiStream } from "../src/api-stream.ts";
import type { ModelDialect } from "../src/repair/dialect-memory.ts";
import { repairCalls } from "../src/repair/repair-calls.ts";

const text = { type: "string" };
const number = { type: "number" };

function tool(name: string, properties: Record<string, unknown>, required: string[] = []): ToolDefinition {
  return { name, description: name, inputSchema: { type: "object", properties, required } };
}

const file = { type: "object", properties: { path: text, offset: number, limit: number }, required: ["path"] };

/** Tools of every kind of argument. */
export const tools: readonly ToolDefinition[] = [
  tool("read_file", { path: text, offset: number, limit: number, files: { type: "array", items: file } }, ["path"]),
  tool("list_files", { path: text, recursive: { type: "boolean" } }),
  tool("write_to_file", { path: text, content: text }, ["path", "content"]),
  tool("execute_command", { command: text, timeout: { type: "integer" } }, ["command"]),
  tool("search_files", { regex: text, path: text, tags: { type: "array", items: text } }, ["regex"]),
  tool("ask", { question: text, options: { type: "object" }, kind: { anyOf: [number, { type: "null" }] } }, [
    "question",
  ]),
];

export interface Reply {
  readonly text?: string;
  /** Names and arguments as they were sent. */
  readonly calls?: readonly (readonly [name: string, given: string])[];
  readonly stopReason?: StopReason;
  /** Characters per delta. */
  readonly size?: number;
}

export async function* chunksOf(reply: Reply): AsyncGenerator<ApiChunk> {
  const size = reply.size ?? 7;
  yield { type: "message.start" };
  for (const piece of pieces(reply.text ?? "", size)) yield { type: "text.delta", text: piece };
  const calls = (reply.calls ?? []).map(([name, given], index) => ({ callId: `call_${index}`, name, given }));
  for (const { callId, name } of calls) yield { type: "call.start", callId, name };
  for (const { callId, given } of calls) {
    for (const piece of pieces(given, size)) yield { type: "call.delta", callId, text: piece };
  }
  for (const { callId } of calls) yield { type: "call.end", callId };
  const stopReason = reply.stopReason ?? (calls.length > 0 ? "tool-calls" : "end");
  yield { type: "message.end", stopReason };
}

function pieces(whole: string, size: number): string[] {
  const count = Math.ceil(whole.length / size);
  return Array.from({ length: count }, (_, index) => whole.slice(index * size, (index + 1) * size));
}

export interface Repaired extends FinalMessage {
  readonly chunks: readonly ApiChunk[];
  /** Name and input, or what came where it is no JSON. */
  readonly calls: readonly (readonly [name: string, input: unknown])[];
  readonly repaired: readonly (string | undefined)[];
  readonly text: string;
}

export async function repair(
  reply: Reply,
  options: { readonly request?: Partial<ModelRequest>; readonly dialect?: ModelDialect } = {},
): Promise<Repaired> {
  const request = modelRequest({ tools, ...options.request });
  const stream = createApiStream(request.signal, () => repairCalls(chunksOf(reply), request, options.dialect));
  const chunks: ApiChunk[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const final = await stream.getFinalMessage();
  const calls = stream.getToolUses();
  return {
    ...final,
    chunks,
    calls: calls.map(({ name, input, malformed }) => [name, malformed ?? input]),
    repaired: calls.map(({ repaired }) => repaired),
    text: stream.getPartialText(),
  };
}
