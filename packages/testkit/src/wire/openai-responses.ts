import { openAiError, openAiRefusal } from "./openai-failures.ts";
import { outputItemsOf } from "./openai-responses-items.ts";
import { readResponsesRequest } from "./openai-responses-request.ts";
import type { ServedFormat, WireFailure, WireReply, WireUsage } from "./served-format.ts";
import type { Fields } from "./strict-fields.ts";

/** Responses, as `POST /v1/responses` with `stream` documents them. */
export const servedOpenAiResponses: ServedFormat = {
  id: "openai-responses",
  settings: (origin) => ({
    apiProvider: "openai-native",
    apiKey: "sk-served-0123456789",
    apiModelId: "gpt-5.5",
    apiBaseUrl: `${origin}/v1`,
  }),
  contentType: "text/event-stream; charset=utf-8",
  frames: (reply) => eventsOf(reply).map((event, index) => encodeEvent({ ...event, sequence_number: index })),
  keepAlive: encodeEvent({ type: "keepalive", sequence_number: 0 }),
  refusal: openAiRefusal,
  readRequest: readResponsesRequest,
};

function eventsOf(reply: WireReply): Fields[] {
  const items = outputItemsOf(reply);
  const started = response({ status: "in_progress" });
  const events: Fields[] = [
    { type: "response.created", response: started },
    { type: "response.in_progress", response: started },
    ...items.flatMap(({ item, bare, events: inner }, output_index) => [
      { type: "response.output_item.added", output_index, item: bare },
      ...inner.map((event) => ({ ...event, item_id: item.id, output_index })),
      { type: "response.output_item.done", output_index, item },
    ]),
  ];
  if (reply.error) return [...events, errorEvent(reply.error)];
  const reason = reply.stop === "length" ? "max_output_tokens" : "content_filter";
  const isIncomplete = reply.stop === "length" || reply.stop === "filtered";
  const end = response({
    status: isIncomplete ? "incomplete" : "completed",
    incomplete_details: isIncomplete ? { reason } : null,
    output: items.map(({ item }) => item),
    usage: reply.usage ? usageOf(reply.usage) : null,
  });
  return [...events, { type: isIncomplete ? "response.incomplete" : "response.completed", response: end }];
}

function response(fields: Fields): Fields {
  return {
    id: "resp_served",
    object: "response",
    created_at: 1_900_000_000,
    model: "gpt-5.5-2026-04-23",
    error: null,
    incomplete_details: null,
    output: [],
    usage: null,
    ...fields,
  };
}

/** Failures of the model are failures of the response; others are separate error events. */
function errorEvent(failure: WireFailure): Fields {
  const { message, code, type, param } = openAiError(failure);
  if (failure === "bad_request") return failed({ code: "invalid_prompt", message });
  if (failure === "server_error" || failure === "rate_limited") return failed({ code: code ?? type, message });
  return { type: "error", code: code ?? type, message, param };
}

function failed(error: Fields): Fields {
  return { type: "response.failed", response: response({ status: "failed", error }) };
}

function usageOf({ input, output, cacheRead = 0, reasoning = 0 }: WireUsage): Fields {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cacheRead },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

function encodeEvent(event: Fields): Uint8Array {
  return Buffer.from(`event: ${String(event.type)}\ndata: ${JSON.stringify(event)}\n\n`);
}
