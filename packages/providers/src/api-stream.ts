import {
  type ApiChunk,
  type ApiStream,
  type FinalMessage,
  ProviderError,
  type ToolCallPart,
  toolCalls,
} from "@roo-code/types";
import { MessageBuilder } from "./message-builder.ts";

/**
 * Produces the chunks. Called when the stream is first read. Must stop soon after the signal aborts (with any error),
 * yield nothing after `message.end`, clean up when it is closed early, and throw its failure.
 */
export type ChunkSource = () => AsyncIterable<ApiChunk>;

export function createApiStream(signal: AbortSignal, source: ChunkSource): ApiStream {
  return new ChunkStream(signal, source);
}

class ChunkStream implements ApiStream {
  readonly #chunks: AsyncGenerator<ApiChunk>;
  readonly #message = new MessageBuilder();
  #failure: { readonly error: unknown } | undefined;

  constructor(signal: AbortSignal, source: ChunkSource) {
    this.#chunks = this.#follow(signal, source);
  }

  [Symbol.asyncIterator](): AsyncGenerator<ApiChunk> {
    return this.#chunks;
  }

  async getFinalMessage(): Promise<FinalMessage> {
    for await (const _ of this.#chunks);
    return this.#outcome();
  }

  getToolUses(): ToolCallPart[] {
    return toolCalls(this.#outcome().message);
  }

  getPartialText(): string {
    return this.#message.text;
  }

  async *#follow(signal: AbortSignal, source: ChunkSource): AsyncGenerator<ApiChunk> {
    try {
      signal.throwIfAborted();
      let end: ApiChunk | undefined;
      for await (const chunk of source()) {
        signal.throwIfAborted();
        // Held back until the source has released its connection.
        if (chunk.type === "message.end") end = chunk;
        if (end) continue;
        this.#message.add(chunk);
        yield chunk;
      }
      signal.throwIfAborted();
      if (!end) throw new ProviderError({ code: "stream_cut", message: "The reply ended before it was complete." });
      this.#message.add(end);
      yield end;
    } catch (error) {
      this.#failure = { error: signal.aborted ? signal.reason : error };
      yield { type: "failure", error: this.#failure.error };
    }
  }

  #outcome(): FinalMessage {
    if (this.#failure) throw this.#failure.error;
    if (this.#message.final) return this.#message.final;
    throw new ProviderError({ code: "stream_cut", message: "The reply was not read to its end." });
  }
}
