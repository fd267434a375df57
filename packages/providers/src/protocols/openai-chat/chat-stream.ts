import type { ApiChunk, StopReason, Usage } from "@roo-code/types";
import type { CallIds } from "../../call-ids.ts";
import { readObjects } from "../../http/read-objects.ts";
import { countOf, isRecord, type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import type { DecodeContext } from "../wire-format.ts";
import { ChatContent } from "./chat-content.ts";
import { StreamedCalls } from "./streamed-calls.ts";

/** The chunks of a streamed chat completion, without an end if it was truncated. Throws `ProviderError`. */
export async function* decodeChatStream(
  bytes: AsyncIterable<Uint8Array>,
  { ids, maxBytes, quote, onEvent, toError }: Omit<DecodeContext, "request">,
): AsyncGenerator<ApiChunk> {
  const reply = new ChatReply(ids);
  try {
    for await (const event of readObjects(bytes, { maxBytes, quote })) {
      onEvent();
      if (event.type === "done") {
        reply.isComplete = true;
        break;
      }
      if (event.isError || isError(event.value)) throw toError(event.value);
      for (const chunk of reply.accept(event.value, event.text)) yield chunk;
    }
  } catch (error) {
    // With a finish reason the reply is complete: later failures do not matter.
    if (!reply.isComplete) throw error;
  }
  // Without an end, the reader of the chunks knows that the reply was truncated.
  if (reply.isComplete) yield* reply.end();
}

class ChatReply {
  /** Set by a finish reason, or by the marker after the last event. */
  isComplete = false;
  readonly #content = new ChatContent();
  readonly #calls: StreamedCalls;
  #hasStarted = false;
  #finishReason: string | undefined;
  #finishingEvent: string | undefined;
  #usage: Usage | undefined;

  constructor(ids: CallIds) {
    this.#calls = new StreamedCalls(ids);
  }

  *accept(event: JsonRecord, text: string): Generator<ApiChunk> {
    if (!this.#hasStarted) yield { type: "message.start", model: textOf(event.model) || undefined };
    this.#hasStarted = true;
    // Reported once or with every event, always as a total: the last one counts.
    this.#usage = toUsage(event.usage ?? recordOf(event.x_groq).usage) ?? this.#usage;

    // A repeated last event must not repeat its content.
    if (text === this.#finishingEvent) return;
    const choice = recordOf(listOf(event.choices).find((candidate) => (recordOf(candidate).index ?? 0) === 0));
    const delta = recordOf(choice.delta ?? choice.message);
    yield* this.#content.accept(delta);
    const calls = listOf(delta.tool_calls);
    if (calls.length > 0) yield* this.#content.end();
    for (const call of calls) yield* this.#calls.accept(call);
    if (textOf(choice.finish_reason) === undefined) return;
    this.#finishReason = textOf(choice.finish_reason);
    this.#finishingEvent = text;
    this.isComplete = true;
  }

  *end(): Generator<ApiChunk> {
    if (!this.#hasStarted) yield { type: "message.start" };
    yield* this.#content.end();
    yield* this.#calls.end();
    if (this.#usage) yield { type: "usage", usage: this.#usage };
    yield { type: "message.end", stopReason: toStopReason(this.#finishReason, this.#calls.count > 0) };
  }
}

function isError(event: JsonRecord): boolean {
  if (event.error !== undefined && event.error !== null) return true;
  return event.object === "error" || recordOf(listOf(event.choices)[0]).finish_reason === "error";
}

/** Servers disagree whether a reply with calls ends with `stop` or `tool_calls`, so the calls decide. */
function toStopReason(finishReason: string | undefined, hasCalls: boolean): StopReason {
  if (finishReason === "length" || finishReason === "max_tokens") return "length";
  if (finishReason === "content_filter") return "filtered";
  return hasCalls ? "tool-calls" : "end";
}

/** `inputTokens` is the whole prompt, including cached tokens; `costUsd` is only what the vendor reports. */
function toUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const details = recordOf(reported.prompt_tokens_details);
  const { reasoning_tokens: reasoning } = recordOf(reported.completion_tokens_details);
  return {
    inputTokens: countOf(reported.prompt_tokens),
    outputTokens: outputOf(reported, countOf(reasoning)),
    reasoningTokens: typeof reasoning === "number" ? countOf(reasoning) : undefined,
    cacheReadTokens: countOf(details.cached_tokens ?? reported.prompt_cache_hit_tokens),
    cacheWriteTokens: countOf(details.cache_write_tokens),
    costUsd: costOf(reported),
  };
}

/** Some servers count reasoning separately from the output, which shows in their total. */
function outputOf(reported: JsonRecord, reasoning: number): number {
  const output = countOf(reported.completion_tokens);
  const all = countOf(reported.prompt_tokens) + output + reasoning;
  return reported.total_tokens === all ? output + reasoning : output;
}

/** With the user's own key behind a gateway, the vendor's price is added to the gateway's fee. */
function costOf({ cost, is_byok: isOwnKey, cost_details: details }: JsonRecord): number | null {
  if (typeof cost !== "number") return null;
  return countOf(cost) + (isOwnKey === true ? countOf(recordOf(details).upstream_inference_cost) : 0);
}
