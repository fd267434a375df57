import type { ApiChunk, StopReason, Usage } from "@roo-code/types";
import { readObjects } from "../../http/read-objects.ts";
import { countOf, isRecord, type JsonRecord, recordOf, textOf } from "../../json-value.ts";
import type { DecodeContext } from "../wire-format.ts";
import { StreamedItems } from "./streamed-items.ts";

/** The chunks of a streamed response, without an end if it was truncated. Throws `ProviderError`. */
export async function* decodeResponses(
  bytes: AsyncIterable<Uint8Array>,
  { ids, maxBytes, quote, onEvent, toError }: Omit<DecodeContext, "request">,
): AsyncGenerator<ApiChunk> {
  const items = new StreamedItems(ids);
  let hasStarted = false;
  for await (const event of readObjects(bytes, { maxBytes, quote })) {
    if (event.type === "done") return;
    const { value } = event;
    if (keepAlives.has(value.type)) continue;
    onEvent();
    const response = responseOf(value);
    const failure = event.isError ? value : failureOf(value, response);
    if (failure) throw toError(failure);
    if (!hasStarted) yield { type: "message.start", model: textOf(response.model) || undefined };
    hasStarted = true;
    for (const chunk of items.accept(value)) yield chunk;
    if (!isComplete(value, response)) continue;
    yield* items.end(response);
    const usage = toUsage(response.usage);
    if (usage) yield { type: "usage", usage };
    yield { type: "message.end", stopReason: toStopReason(response, items.hasCalls) };
    return;
  }
}

const keepAlives: ReadonlySet<unknown> = new Set(["keepalive", "ping"]);

/** The response of an event; a server that does not stream sends only that. */
function responseOf(value: JsonRecord): JsonRecord {
  return value.type === undefined && value.object === "response" ? value : recordOf(value.response);
}

function isComplete({ type }: JsonRecord, { status }: JsonRecord): boolean {
  if (type === undefined) return status === "completed" || status === "incomplete";
  return type === "response.completed" || type === "response.incomplete";
}

function failureOf(value: JsonRecord, response: JsonRecord): JsonRecord | undefined {
  if (value.type === "error") return value;
  if (value.type === "response.failed" || response.status === "failed") return toRequestError(recordOf(response.error));
  const isBareError = value.type === undefined && response !== value;
  return isBareError && value.error !== undefined && value.error !== null ? value : undefined;
}

/** A failed response has no status: only its code tells whether a retry can help. */
function toRequestError(error: JsonRecord): JsonRecord {
  const requestCodes = /^(invalid_(prompt|image|base64)|unsupported_image|image_|empty_image|\w+_policy)/;
  return { error: requestCodes.test(textOf(error.code) ?? "") ? { ...error, code: "invalid_request_error" } : error };
}

/** Calls take precedence over the status. */
function toStopReason({ status, incomplete_details: details }: JsonRecord, hasCalls: boolean): StopReason {
  if (isRecord(details) && details.reason === "content_filter") return "filtered";
  if (status === "incomplete" || isRecord(details)) return "length";
  return hasCalls ? "tool-calls" : "end";
}

/** `inputTokens` is the whole prompt, including cached tokens; `costUsd` is only what the vendor reports. */
function toUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const input = recordOf(reported.input_tokens_details);
  const { reasoning_tokens: reasoning } = recordOf(reported.output_tokens_details);
  return {
    inputTokens: countOf(reported.input_tokens),
    outputTokens: countOf(reported.output_tokens),
    reasoningTokens: typeof reasoning === "number" ? countOf(reasoning) : undefined,
    cacheReadTokens: countOf(input.cached_tokens),
    cacheWriteTokens: countOf(input.cache_write_tokens),
    costUsd: typeof reported.cost === "number" ? countOf(reported.cost) : null,
  };
}
