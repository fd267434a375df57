import { type ApiChunk, type ApiStream, type FinalMessage, type ToolCallPart, toolCalls } from "@roo-code/types";
import { type ScriptedReply, toChunks, toFinalMessage } from "./scripted-reply.ts";

/** The smallest honest `ApiStream`: asks when it is first read, fails as told, keeps what it failed with. */
export class ScriptedStream implements ApiStream {
  readonly #chunks: AsyncGenerator<ApiChunk>;
  #text = "";
  #final: FinalMessage | undefined;
  #failure: unknown = new Error("the stream was closed before its end");

  constructor(signal: AbortSignal, answer: () => Promise<ScriptedReply>) {
    this.#chunks = this.#play(signal, answer);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ApiChunk> {
    yield* this.#chunks;
  }

  async getFinalMessage(): Promise<FinalMessage> {
    for await (const _ of this.#chunks);
    if (!this.#final) throw this.#failure;
    return this.#final;
  }

  getToolUses(): ToolCallPart[] {
    if (!this.#final) throw new Error("the reply has not ended yet");
    return toolCalls(this.#final.message);
  }

  getPartialText(): string {
    return this.#text;
  }

  async *#play(signal: AbortSignal, answer: () => Promise<ScriptedReply>): AsyncGenerator<ApiChunk> {
    try {
      signal.throwIfAborted();
      const reply = await answer();
      const final = toFinalMessage(reply);
      let sent = 0;
      for (const chunk of toChunks(final)) {
        if (sent === (reply.afterChunks ?? 0)) await stopShort(reply, signal);
        signal.throwIfAborted();
        if (chunk.type === "text.delta") this.#text += chunk.text;
        if (chunk.type === "message.end") this.#final = final;
        yield chunk;
        sent += 1;
      }
    } catch (error) {
      this.#failure = error;
      yield { type: "failure", error };
    }
  }
}

async function stopShort({ hangs, error }: ScriptedReply, signal: AbortSignal): Promise<void> {
  if (hangs) await aborted(signal);
  if (error) throw error;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
