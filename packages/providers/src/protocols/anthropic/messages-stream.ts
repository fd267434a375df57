import type { ApiChunk, StopReason, Usage } from "@roo-code/types";
import { readObjects } from "../../http/read-objects.ts";
import { countOf, isRecord, type JsonRecord, listOf, recordOf, textOf } from "../../json-value.ts";
import type { DecodeContext } from "../wire-format.ts";
import { StreamedBlocks, type StreamedBlocksOptions } from "./streamed-blocks.ts";

type StreamOptions = Omit<DecodeContext, "request"> & StreamedBlocksOptions;

/** The chunks of a streamed message, without an end if it was truncated. Throws `ProviderError`. */
export async function* decodeMessagesStream(
  bytes: AsyncIterable<Uint8Array>,
  { maxBytes, quote, onEvent, toError, ...options }: StreamOptions,
): AsyncGenerator<ApiChunk> {
  const reply = new MessagesReply(new StreamedBlocks(options));
  try {
    for await (const event of readObjects(bytes, { maxBytes, quote })) {
      if (event.type === "done") break;
      if (event.value.type === "ping") continue;
      onEvent();
      if (event.isError || event.value.type === "error") throw toError(event.value);
      for (const chunk of reply.accept(event.value)) yield chunk;
      if (reply.hasStopped) break;
    }
  } catch (error) {
    // With a stop reason the reply is complete: later failures do not matter.
    if (reply.isComplete) return yield* reply.end();
    yield* reply.usage();
    throw error;
  }
  yield* reply.isComplete ? reply.end() : reply.usage();
}

class MessagesReply {
  /** Set by a stop reason, or by the final event. */
  isComplete = false;
  /** Nothing more comes. */
  hasStopped = false;
  readonly #blocks: StreamedBlocks;
  readonly #usage = new ReportedUsage();
  #hasStarted = false;
  #stopReason: string | undefined;

  constructor(blocks: StreamedBlocks) {
    this.#blocks = blocks;
  }

  *accept(event: JsonRecord): Generator<ApiChunk> {
    switch (event.type) {
      case "message_start":
        yield* this.#start(recordOf(event.message));
        return;
      case "content_block_start":
        yield* this.#blocks.start(event.index, recordOf(event.content_block));
        return;
      case "content_block_delta":
        yield* this.#blocks.continue(event.index, recordOf(event.delta));
        return;
      case "content_block_stop":
        yield* this.#blocks.stop(event.index);
        return;
      case "message_delta":
        this.#finish(recordOf(event.delta).stop_reason, event.usage);
        return;
      case "message_stop":
        this.isComplete = true;
        this.hasStopped = true;
        return;
      case "message":
        yield* this.#whole(event);
    }
  }

  *end(): Generator<ApiChunk> {
    if (!this.#hasStarted) yield { type: "message.start" };
    yield* this.#blocks.end();
    yield* this.usage();
    yield { type: "message.end", stopReason: toStopReason(this.#stopReason ?? "", this.#blocks.hasCalls) };
  }

  /** The usage so far: a partial reply is billed as well. */
  *usage(): Generator<ApiChunk> {
    const usage = this.#usage.toUsage();
    if (usage) yield { type: "usage", usage };
  }

  *#start(message: JsonRecord): Generator<ApiChunk> {
    this.#usage.add(message.usage);
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const model = textOf(message.model);
    yield { type: "message.start", model: model || undefined };
  }

  #finish(stopReason: unknown, usage: unknown): void {
    this.#usage.add(usage);
    this.#stopReason = textOf(stopReason) ?? this.#stopReason;
    if (this.#stopReason !== undefined) this.isComplete = true;
  }

  /** A single document, from servers that do not stream. */
  *#whole(message: JsonRecord): Generator<ApiChunk> {
    yield* this.#start(message);
    for (const [index, block] of listOf(message.content).entries()) {
      yield* this.#blocks.start(index, recordOf(block));
      yield* this.#blocks.stop(index);
    }
    this.#finish(message.stop_reason, undefined);
  }
}

function toStopReason(stopReason: string, hasCalls: boolean): StopReason {
  switch (stopReason) {
    case "max_tokens":
    case "model_context_window_exceeded":
    // Expects to be asked to continue.
    case "pause_turn":
      return "length";
    case "refusal":
      return "filtered";
    default:
      return hasCalls ? "tool-calls" : "end";
  }
}

const counts = [
  "input_tokens",
  "output_tokens",
  "cache_read_input_tokens",
  "cache_creation_input_tokens",
  "thinking_tokens",
] as const;

/** Collects the usage that a reply reports at its beginning and its end. */
class ReportedUsage {
  readonly #totals = new Map<(typeof counts)[number], number>();

  /** Each report is a total, possibly with only some of the counts: the largest is the newest. */
  add(reported: unknown): void {
    if (!isRecord(reported)) return;
    const found = { ...recordOf(reported.output_tokens_details), ...reported };
    for (const name of counts) {
      if (typeof found[name] === "number") {
        this.#totals.set(name, Math.max(countOf(found[name]), this.#totals.get(name) ?? 0));
      }
    }
  }

  /** undefined without a report. The vendor counts cached tokens separately from the input. */
  toUsage(): Usage | undefined {
    if (this.#totals.size === 0) return undefined;
    const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0, thinking] = counts.map((name) =>
      this.#totals.get(name),
    );
    return {
      inputTokens: input + cacheRead + cacheWrite,
      outputTokens: output,
      reasoningTokens: thinking,
      cacheReadTokens: cacheRead,
      cacheWriteTokens: cacheWrite,
      costUsd: null,
    };
  }
}
