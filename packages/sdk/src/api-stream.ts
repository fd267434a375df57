import {
  type ApiChunk,
  type FinalMessage,
  type ApiStream as Reply,
  RooError,
  type ToolCallPart,
} from "@roo-code/types";

/** A chunk of a reply. A failure is thrown instead. */
export type StreamChunk = Exclude<ApiChunk, { type: "failure" }>;

/** One streamed reply: iterate over its chunks, or await the final message. */
export class ApiStream implements AsyncIterable<StreamChunk> {
  readonly #open: () => Promise<Reply>;
  #opened: Promise<Reply> | undefined;
  #reply: Reply | undefined;

  constructor(open: () => Promise<Reply>) {
    this.#open = open;
  }

  /** To be iterated once. Throws `ProviderError`, `RooError`, or the reason of the request's signal. */
  async *[Symbol.asyncIterator](): AsyncGenerator<StreamChunk, void, undefined> {
    for await (const chunk of await this.#start()) {
      if (chunk.type === "failure") throw chunk.error;
      yield chunk;
    }
  }

  /** The whole reply; reads what is left of the stream. May be called again. Rejects as iterating does. */
  async getFinalMessage(): Promise<FinalMessage> {
    return (await this.#start()).getFinalMessage();
  }

  /** The calls of the reply. Throws before the stream has been read to its end. */
  getToolUses(): ToolCallPart[] {
    if (!this.#reply)
      throw new RooError({
        code: "stream_not_read",
        message: "The reply has not been read to its end.",
        next: "Await getFinalMessage(), or iterate over the stream first.",
      });
    return this.#reply.getToolUses();
  }

  /** The text received so far. */
  getPartialText(): string {
    return this.#reply?.getPartialText() ?? "";
  }

  #start(): Promise<Reply> {
    this.#opened ??= this.#open().then((reply) => (this.#reply = reply));
    return this.#opened;
  }
}
