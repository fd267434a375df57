import type { ApiChunk, ProviderError, StopReason, Usage } from "@roo-code/types";
import type { CallIds } from "../call-ids.ts";
import { type JsonRecord, listOf, recordOf, textOf } from "../json-value.ts";
import type { Quote } from "../quote.ts";
import { readChatEvents } from "./chat-events.ts";
import { toUsage } from "./chat-usage.ts";
import { StreamedCalls } from "./streamed-calls.ts";

export interface ChatStreamOptions {
  readonly ids: CallIds;
  readonly maxBytes: number;
  readonly quote: Quote;
  /** Called for every event, those without content included. */
  readonly onEvent: () => void;
  /** What an error object within the stream means. */
  readonly toError: (body: JsonRecord) => ProviderError;
}

/** The chunks of a streamed chat completion, without an end if it was cut off. Throws `ProviderError`. */
export async function* decodeChatStream(
  bytes: AsyncIterable<Uint8Array>,
  { ids, maxBytes, quote, onEvent, toError }: ChatStreamOptions,
): AsyncGenerator<ApiChunk> {
  const reply = new ChatReply(ids);
  try {
    for await (const event of readChatEvents(bytes, { maxBytes, quote })) {
      onEvent();
      if (event.type === "done") {
        reply.isComplete = true;
        break;
      }
      if (event.isError || isError(event.value)) throw toError(event.value);
      yield* reply.accept(event.value, event.text);
    }
  } catch (error) {
    // With a finish reason the reply is whole: what breaks after it takes nothing away.
    if (!reply.isComplete) throw error;
  }
  // Without an end, who puts the chunks together knows that the reply was cut off.
  if (reply.isComplete) yield* reply.end();
}

class ChatReply {
  /** Set by a finish reason, or by the marker after the last event. */
  isComplete = false;
  readonly #calls: StreamedCalls;
  #hasStarted = false;
  #finishReason: string | undefined;
  #finishingEvent: string | undefined;
  #usage: Usage | undefined;

  constructor(ids: CallIds) {
    this.#calls = new StreamedCalls(ids);
  }

  *accept(event: JsonRecord, text: string): Generator<ApiChunk> {
    if (!this.#hasStarted) yield { type: "message.start", ...(textOf(event.model) && { model: textOf(event.model) }) };
    this.#hasStarted = true;
    // Reported once or with every event, always as a total: the newest counts, and is counted once.
    this.#usage = toUsage(event.usage ?? recordOf(event.x_groq).usage) ?? this.#usage;

    // A last event that is sent twice must not repeat its content.
    if (text === this.#finishingEvent) return;
    const choice = recordOf(listOf(event.choices).find((candidate) => (recordOf(candidate).index ?? 0) === 0));
    const delta = recordOf(choice.delta ?? choice.message);
    yield* contentChunks(delta);
    for (const call of listOf(delta.tool_calls)) yield* this.#calls.accept(call);
    if (textOf(choice.finish_reason) === undefined) return;
    this.#finishReason = textOf(choice.finish_reason);
    this.#finishingEvent = text;
    this.isComplete = true;
  }

  *end(): Generator<ApiChunk> {
    if (!this.#hasStarted) yield { type: "message.start" };
    yield* this.#calls.end();
    if (this.#usage) yield { type: "usage", usage: this.#usage };
    yield { type: "message.end", stopReason: toStopReason(this.#finishReason, this.#calls.count > 0) };
  }
}

function* contentChunks(delta: JsonRecord): Generator<ApiChunk> {
  const reasoning = textOf(delta.reasoning_content) ?? textOf(delta.reasoning);
  if (reasoning !== undefined) yield { type: "reasoning.delta", text: reasoning };
  const text = textOf(delta.content) ?? textOf(delta.refusal);
  if (text !== undefined) yield { type: "text.delta", text };
  for (const part of listOf(delta.content)) yield* partChunks(recordOf(part));
}

/** Content as a list of parts, thinking among them, as some servers send it. */
function* partChunks(part: JsonRecord): Generator<ApiChunk> {
  const text = textOf(part.text);
  if (part.type === "text" && text !== undefined) yield { type: "text.delta", text };
  for (const thought of listOf(part.thinking)) {
    const thinking = textOf(recordOf(thought).text);
    if (thinking !== undefined) yield { type: "reasoning.delta", text: thinking };
  }
}

function isError(event: JsonRecord): boolean {
  if (event.error !== undefined && event.error !== null) return true;
  return event.object === "error" || recordOf(listOf(event.choices)[0]).finish_reason === "error";
}

/** Servers disagree whether a reply with calls ends with `stop` or `tool_calls`: the calls themselves decide. */
function toStopReason(finishReason: string | undefined, hasCalls: boolean): StopReason {
  if (finishReason === "length" || finishReason === "max_tokens") return "length";
  if (finishReason === "content_filter") return "filtered";
  return hasCalls ? "tool-calls" : "end";
}
