import { readMessagesRequest } from "./anthropic-request.ts";
import type { ServedFormat, WireCall, WireFailure, WireReply, WireUsage } from "./served-format.ts";
import type { Fields } from "./strict-fields.ts";
import { textPieces } from "./text-pieces.ts";

/** Anthropic's messages, as `POST /v1/messages` with `stream` documents them. */
export const servedAnthropic: ServedFormat = {
  id: "anthropic",
  settings: (origin) => ({
    apiProvider: "anthropic",
    apiKey: "sk-ant-served-0123456789",
    apiModelId: "claude-sonnet-4-5",
    apiBaseUrl: origin,
  }),
  contentType: "text/event-stream; charset=utf-8",
  frames: (reply) => eventsOf(reply).map(encodeEvent),
  keepAlive: encodeEvent({ type: "ping" }),
  refusal: (failure) => {
    const { status, type, message } = failures[failure];
    const body = { type: "error", error: { type, message }, request_id: "req_served" };
    return { status, body: JSON.stringify(body), headers: { "request-id": "req_served" } };
  },
  readRequest: readMessagesRequest,
};

function eventsOf(reply: WireReply): Fields[] {
  const blocks = blocksOf(reply).flatMap(({ block, deltas }, index) => [
    { type: "content_block_start", index, content_block: block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ]);
  const events = [{ type: "message_start", message: startMessage(reply.usage) }, ...blocks];
  if (reply.error) {
    const { type, message } = failures[reply.error];
    return [...events, { type: "error", error: { type, message } }];
  }
  const delta = { stop_reason: stopReasonOf(reply), stop_sequence: null };
  return [...events, { type: "message_delta", delta, usage: endUsageOf(reply.usage) }, { type: "message_stop" }];
}

function startMessage(usage: WireUsage | undefined): Fields {
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = usage ?? {};
  return {
    id: "msg_served",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5-20250929",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: input - cacheRead - cacheWrite,
      cache_creation_input_tokens: cacheWrite,
      cache_read_input_tokens: cacheRead,
      output_tokens: Math.min(output, 1),
      service_tier: "standard",
    },
  };
}

function endUsageOf({ output = 0, reasoning }: Partial<WireUsage> = {}): Fields {
  return {
    output_tokens: output,
    output_tokens_details: reasoning === undefined ? undefined : { thinking_tokens: reasoning },
  };
}

interface SentBlock {
  readonly block: Fields;
  readonly deltas: readonly Fields[];
}

/** Thinking without visible text has only a signature. The model creates no images. */
function blocksOf({ reasoning, signature, text, calls = [] }: WireReply): SentBlock[] {
  const blocks: SentBlock[] = [];
  if (reasoning || signature !== undefined) {
    const deltas: Fields[] = textPieces(reasoning ?? "", 24).map((thinking) => ({ type: "thinking_delta", thinking }));
    if (signature !== undefined) deltas.push({ type: "signature_delta", signature });
    blocks.push({ block: { type: "thinking", thinking: "", signature: "" }, deltas });
  }
  if (text) {
    const deltas = textPieces(text, 8).map((piece) => ({ type: "text_delta", text: piece }));
    blocks.push({ block: { type: "text", text: "" }, deltas });
  }
  return [...blocks, ...calls.map(callBlock)];
}

/** The first piece of the arguments is always empty. */
function callBlock({ id, name, arguments: text }: WireCall, index: number): SentBlock {
  return {
    block: { type: "tool_use", id: id ?? `toolu_served_${index}`, name, input: {} },
    deltas: ["", ...textPieces(text, 8)].map((partial_json) => ({ type: "input_json_delta", partial_json })),
  };
}

function stopReasonOf({ stop, calls = [] }: WireReply): string {
  const reasons = { end: "end_turn", "tool-calls": "tool_use", length: "max_tokens", filtered: "refusal" };
  return reasons[stop ?? (calls.length > 0 ? "tool-calls" : "end")];
}

const failures: Readonly<Record<WireFailure, { status: number; type: string; message: string }>> = {
  bad_request: { status: 400, type: "invalid_request_error", message: "max_tokens: Input should be greater than 0" },
  unauthorized: { status: 401, type: "authentication_error", message: "invalid x-api-key" },
  insufficient_credit: { status: 402, type: "billing_error", message: "Your credit balance is too low." },
  model_not_found: { status: 404, type: "not_found_error", message: "model: claude-none" },
  context_overflow: {
    status: 400,
    type: "invalid_request_error",
    message: "prompt is too long: 204801 tokens > 200000 maximum",
  },
  rate_limited: { status: 429, type: "rate_limit_error", message: "Number of requests has exceeded your rate limit." },
  overloaded: { status: 529, type: "overloaded_error", message: "Overloaded" },
  server_error: { status: 500, type: "api_error", message: "Internal server error" },
};

function encodeEvent(event: Fields): Uint8Array {
  return Buffer.from(`event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`);
}
