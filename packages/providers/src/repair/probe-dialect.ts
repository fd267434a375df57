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
import { formNamedIn } from "./made-call.ts";
import { repairCalls } from "./repair-calls.ts";

/** How a model answered when it was asked for one call. */
export interface DialectReport {
  readonly provider: string;
  readonly model: string;
  /** As its wire format has them, as text that can be read, or not at all. */
  readonly calls: "native" | "text" | "none";
  /** How it writes them, where that is text. */
  readonly form?: TextFormId;
  /** What had to be repaired in the call. */
  readonly repaired?: string;
  /** The beginning of its text, where it made no call. */
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

/** Asks a model for one call of a tiny tool. Costs one short request. Rejects as the request does. */
export async function probeDialect(client: ModelClient, signal: AbortSignal): Promise<DialectReport> {
  const request: ModelRequest = {
    systemPrompt: "You answer by calling tools.",
    messages: [userMessage("Add 19 and 23 and call report_sum with the result. Write nothing else.")],
    tools: [tool],
    metadata: { taskId: "probe", agent: "root", priorAttempts: 0 },
    signal,
  };
  // A client that repairs by itself leaves nothing to do here.
  const stream = createApiStream(signal, () => repairCalls(succeeding(client, request), request));
  const { message } = await stream.getFinalMessage();
  const who = { provider: client.provider, model: client.model };
  const call = toolCalls(message).find(({ name }) => name === tool.name);
  if (!call) return { ...who, calls: "none", said: quoterFor(undefined)(messageText(message), maxExcerptLength) };
  const { repaired } = call;
  if (repaired === undefined) return { ...who, calls: "native" };
  const ids = textForms.map(({ id }) => id);
  const form = formNamedIn(repaired, ids);
  return form ? { ...who, calls: "text", form, repaired } : { ...who, calls: "native", repaired };
}

/** The chunks of a reply; what failed is thrown, as a source of chunks must do. */
async function* succeeding(client: ModelClient, request: ModelRequest) {
  for await (const chunk of client.createMessage(request)) {
    if (chunk.type === "failure") throw chunk.error;
    yield chunk;
  }
}
