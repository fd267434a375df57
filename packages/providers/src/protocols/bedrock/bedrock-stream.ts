import type { ApiChunk, ProviderError, StopReason, Usage } from "@roo-code/types";
import type { CallIds } from "../../call-ids.ts";
import { badStream } from "../../http/http-errors.ts";
import { countOf, isRecord, type JsonRecord, parseJson, recordOf, textOf } from "../../json-value.ts";
import type { DecodeContext } from "../wire-format.ts";
import { exceptionBody } from "./bedrock-error.ts";
import { ContentBlocks } from "./content-blocks.ts";
import { type EventFrame, FrameReader } from "./frame-reader.ts";

/** The chunks of a streamed reply, without an end if it was truncated. Throws `ProviderError`. */
export async function* decodeBedrockStream(
  bytes: AsyncIterable<Uint8Array>,
  { ids, maxBytes, quote, onEvent, toError }: Omit<DecodeContext, "request">,
): AsyncGenerator<ApiChunk> {
  const frames = new FrameReader(maxBytes);
  const reply = new BedrockReply(ids);
  try {
    for await (const piece of bytes) {
      for (const frame of frames.read(piece)) {
        onEvent();
        const failure = failureIn(frame, toError);
        if (failure) throw failure;
        const event = parseJson(frame.payload);
        if (!isRecord(event)) throw badStream(`an event is not a JSON object: ${quote(frame.payload, 200)}`);
        for (const chunk of reply.accept(frame.headers[":event-type"], event)) yield chunk;
      }
      if (reply.isOver) break;
    }
  } catch (error) {
    // With a stop reason the reply is complete: later failures do not matter.
    if (!reply.isComplete) throw error;
  }
  if (reply.isComplete) yield* reply.end();
}

function failureIn({ headers, payload }: EventFrame, toError: DecodeContext["toError"]): ProviderError | undefined {
  const kind = headers[":message-type"];
  if (kind !== "exception" && kind !== "error") return undefined;
  const type = headers[":exception-type"] ?? headers[":error-code"] ?? "";
  const body = recordOf(parseJson(payload));
  const message = textOf(body.message) ?? textOf(body.Message) ?? headers[":error-message"] ?? payload;
  return toError(exceptionBody(type, message));
}

class BedrockReply {
  readonly #blocks: ContentBlocks;
  #hasStarted = false;
  #stopReason: string | undefined;
  #usage: Usage | undefined;

  constructor(ids: CallIds) {
    this.#blocks = new ContentBlocks(ids);
  }

  get isComplete(): boolean {
    return this.#stopReason !== undefined;
  }

  /** Usage comes last, after the stop reason. */
  get isOver(): boolean {
    return this.isComplete && this.#usage !== undefined;
  }

  *accept(type: string | undefined, event: JsonRecord): Generator<ApiChunk> {
    if (this.isOver) return;
    if (type === "metadata") this.#usage = toUsage(event.usage) ?? this.#usage;
    if (this.isComplete) return;
    if (!this.#hasStarted) yield { type: "message.start" };
    this.#hasStarted = true;
    switch (type) {
      case "contentBlockStart":
        yield* this.#blocks.start(event.contentBlockIndex, recordOf(event.start));
        return;
      case "contentBlockDelta":
        yield* this.#blocks.add(event.contentBlockIndex, recordOf(event.delta));
        return;
      case "contentBlockStop":
        yield* this.#blocks.stop(event.contentBlockIndex);
        return;
      case "messageStop":
        this.#stopReason = textOf(event.stopReason) ?? "end_turn";
        return;
      case undefined:
      default:
    }
  }

  *end(): Generator<ApiChunk> {
    yield* this.#blocks.stopAll();
    if (this.#usage) yield { type: "usage", usage: this.#usage };
    yield { type: "message.end", stopReason: toStopReason(this.#stopReason, this.#blocks.calls > 0) };
  }
}

function toStopReason(reason: string | undefined, hasCalls: boolean): StopReason {
  if (reason === "max_tokens" || reason === "model_context_window_exceeded") return "length";
  if (reason === "content_filtered" || reason === "guardrail_intervened" || reason === "refusal") return "filtered";
  return hasCalls ? "tool-calls" : "end";
}

/** Bedrock counts cached tokens separately from the input; our `inputTokens` is the whole prompt. */
function toUsage(reported: unknown): Usage | undefined {
  if (!isRecord(reported)) return undefined;
  const cacheReadTokens = countOf(reported.cacheReadInputTokens);
  const cacheWriteTokens = countOf(reported.cacheWriteInputTokens);
  return {
    inputTokens: countOf(reported.inputTokens) + cacheReadTokens + cacheWriteTokens,
    outputTokens: countOf(reported.outputTokens),
    cacheReadTokens,
    cacheWriteTokens,
    costUsd: null,
  };
}
