import {
  type ModelClient,
  type ModelRequest,
  messageText,
  type ToolDefinition,
  toolCalls,
  userMessage,
} from "@roo-code/types";
import { createApiStream } from "../api-stream.ts";
import { quoterFor } from "../redact.ts";
import { textForms } from "./forms/index.ts";
import type { TextFormId } from "./forms/text-form.ts";
import { formIn } from "./native-call.ts";
import { repairCalls } from "./repair-calls.ts";

/** How a model wrote a requested call. */
export interface DialectReport {
  readonly provider: string;
  readonly model: string;
  /** In its wire format, as text, or not at all. */
  readonly calls: "native" | "text" | "none";
  /** The form, for calls written as text. */
  readonly form?: TextFormId;
  /** The repairs of the call. */
  readonly repaired?: string;
  /** The beginning of its text, if it made no call. */
  readonly said?: string;
}

const tool: ToolDefinition = {
  name: "report_sum",
  description: "Reports the sum of two numbers.",
  inputSchema: {
    type: "object",
    properties: { sum: { type: "number" } },
    required: ["sum"],
    additionalProperties: false,
  },
};
const maxExcerptLength = 200;

/** Requests one call of a tiny tool from a model. Costs one short request. Rejects as the request does. */
export async function probeDialect(client: ModelClient, signal: AbortSignal): Promise<DialectReport> {
  const request: ModelRequest = {
    systemPrompt: "You answer by calling tools.",
    messages: [userMessage("Add 19 and 23 and call report_sum with the result. Write nothing else.")],
    tools: [tool],
    metadata: { taskId: "probe", agent: "root", priorAttempts: 0 },
    signal,
  };
  // For clients that repair by themselves this changes nothing.
  const stream = createApiStream(signal, () => repairCalls(chunksOf(client, request), request));
  const { message } = await stream.getFinalMessage();
  const model = { provider: client.provider, model: client.model };
  const call = toolCalls(message).find(({ name }) => name === tool.name);
  if (!call) return { ...model, calls: "none", said: quoterFor(undefined)(messageText(message), maxExcerptLength) };
  const { repaired } = call;
  if (repaired === undefined) return { ...model, calls: "native" };
  const ids = textForms.map(({ id }) => id);
  const form = formIn(repaired, ids);
  return form ? { ...model, calls: "text", form, repaired } : { ...model, calls: "native", repaired };
}

/** The chunks of a reply; throws its failure, as a `ChunkSource` must. */
async function* chunksOf(client: ModelClient, request: ModelRequest) {
  for await (const chunk of client.createMessage(request)) {
    if (chunk.type === "failure") throw chunk.error;
    yield chunk;
  }
}
