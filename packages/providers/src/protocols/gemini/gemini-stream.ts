import { type ApiChunk, ProviderError, type StopReason, type Usage } from "@roo-code/types";
import { readObjects } from "../../http/read-objects.ts";
import { countOf, isRecord, type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import type { DecodeContext } from "../wire-format.ts";
import { fromWireName, nextPartOrigin, thoughtOrigin } from "./gemini-parts.ts";

/** The chunks of a streamed reply, without an end if it was truncated. Throws `ProviderError`. */
export async function* decodeGeminiStream(
  bytes: AsyncIterable<Uint8Array>,
  context: DecodeContext,
): AsyncGenerator<ApiChunk> {
  const reply = new GeminiReply(context);
  try {
    for await (const event of readObjects(bytes, context)) {
      context.onEvent();
      if (event.type === "done") continue;
      const { error } = event.value;
      if (event.isError || (error !== undefined && error !== null)) throw context.toError(event.value);
      for (const chunk of reply.accept(event.value, event.text)) yield chunk;
    }
  } catch (error) {
    // With a finish reason the reply is complete: later failures do not matter.
    if (reply.isComplete) return yield* reply.end();
    yield* reply.usage();
    throw error;
  }
  // Without an end, the reader of the chunks knows that the reply was truncated.
  yield* reply.isComplete ? reply.end() : reply.usage();
}

class GeminiReply {
  readonly #context: DecodeContext;
  #hasStarted = false;
  #hasCalls = false;
  #finishReason: string | undefined;
  #finishingEvent: string | undefined;
  #usage: Usage | undefined;

  constructor(context: DecodeContext) {
    this.#context = context;
  }

  /** The finish reason is the only end marker. */
  get isComplete(): boolean {
    return this.#finishReason !== undefined;
  }

  *accept(event: JsonRecord, text: string): Generator<ApiChunk> {
    const model = textOf(event.modelVersion);
    if (!this.#hasStarted) yield { type: "message.start", model: model || undefined };
    this.#hasStarted = true;
    // Reported with every event, always as a total: the last one counts.
    this.#usage = toUsage(event.usageMetadata) ?? this.#usage;

    // A repeated last event must not repeat its content.
    if (text === this.#finishingEvent) return;
    const candidate = recordOf(listOf(event.candidates).find((item) => (recordOf(item).index ?? 0) === 0));
    for (const part of listOf(recordOf(candidate.content).parts)) yield* this.#part(recordOf(part));
    const isRefused = textOf(recordOf(event.promptFeedback).blockReason) !== undefined;
    const reason = isRefused ? "PROHIBITED_CONTENT" : textOf(candidate.finishReason);
    if (reason === undefined || reason === "FINISH_REASON_UNSPECIFIED") return;
    if (brokenReasons.has(reason)) throw this.#broken(reason, candidate);
    this.#finishReason = reason;
    this.#finishingEvent = text;
  }

  *end(): Generator<ApiChunk> {
    yield* this.usage();
    yield { type: "message.end", stopReason: toStopReason(this.#finishReason, this.#hasCalls) };
  }

  /** The usage so far: a partial reply is billed as well. */
  *usage(): Generator<ApiChunk> {
    if (this.#usage) yield { type: "usage", usage: this.#usage };
  }

  /** A signature comes before the part it came with, so that both can be sent back together. */
  *#part(part: JsonRecord): Generator<ApiChunk> {
    const text = textOf(part.text);
    const signature = textOf(part.thoughtSignature);
    if (part.thought === true) {
      const signed = signature !== undefined && { signature, origin: thoughtOrigin };
      if (text !== undefined || signed) yield { type: "reasoning.delta", text: text ?? "", ...signed };
      return;
    }
    if (signature !== undefined) yield { type: "reasoning.delta", text: "", signature, origin: nextPartOrigin };
    if (text !== undefined) yield { type: "text.delta", text };
    if (part.functionCall !== undefined) yield* this.#call(recordOf(part.functionCall));
    const { mimeType, data } = recordOf(part.inlineData);
    const mediaType = textOf(mimeType);
    const image = textOf(data);
    if (mediaType?.startsWith("image/") && image)
      yield { type: "image", image: { type: "image", mediaType, data: image } };
  }

  *#call({ id, name, args }: JsonRecord): Generator<ApiChunk> {
    const { ids, request } = this.#context;
    this.#hasCalls = true;
    const callId = ids.claim(textOf(id));
    yield { type: "call.start", callId, name: fromWireName(textOf(name) ?? "", request.tools) };
    const text = typeof args === "string" ? args : JSON.stringify(args ?? null);
    if (args !== undefined && args !== null) yield { type: "call.delta", callId, text };
    yield { type: "call.end", callId };
  }

  #broken(reason: string, { finishMessage }: JsonRecord): ProviderError {
    const details = this.#context.quote(textOf(finishMessage) ?? "", 200);
    const message = `The model sent an invalid reply (${reason})${details && `: ${details}`}`;
    return new ProviderError({ code: "bad_stream", message });
  }
}

/** The vendor discarded the reply; a retry often works. */
const brokenReasons = new Set(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MALFORMED_RESPONSE"]);
const filteredReasons = /SAFETY|RECITATION|PROHIBITED|BLOCKLIST|SPII|LANGUAGE|MODEL_ARMOR/;

/** A reply with calls ends with `STOP` like any other, so the calls decide. */
function toStopReason(reason: string | undefined, hasCalls: boolean): StopReason {
  if (reason === "MAX_TOKENS") return "length";
  if (reason !== undefined && filteredReasons.test(reason)) return "filtered";
  return hasCalls ? "tool-calls" : "end";
}

/** Thoughts and tool results are counted separately from output and prompt: both are added. */
function toUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const reasoningTokens = countOf(reported.thoughtsTokenCount);
  return {
    inputTokens: countOf(reported.promptTokenCount) + countOf(reported.toolUsePromptTokenCount),
    outputTokens: countOf(reported.candidatesTokenCount) + reasoningTokens,
    reasoningTokens: reasoningTokens > 0 ? reasoningTokens : undefined,
    cacheReadTokens: countOf(reported.cachedContentTokenCount),
    cacheWriteTokens: 0,
    costUsd: null,
  };
}
