import {
  type ApiChunk,
  type ApiStream,
  type FinalMessage,
  type ModelClient,
  type ModelRequest,
  ProviderError,
  type ToolCallPart,
  toolCalls,
} from "@roo-code/types";
import { type ScriptedReply, toChunks, toFinalMessage } from "./scripted-reply.ts";

/** A reply, its text alone, or what to answer once the request is known. */
export type ScriptedStep =
  | string
  | ScriptedReply
  | ((request: ModelRequest) => string | ScriptedReply | Promise<string | ScriptedReply>);

/** A model that plays a script, and records its requests. */
export class ScriptedClient implements ModelClient {
  readonly provider: string = "scripted";
  readonly model: string = "scripted";
  /** Copies: later messages of a task do not appear in earlier requests. */
  readonly requests: ModelRequest[] = [];
  readonly #steps: ScriptedStep[];

  constructor(steps: readonly ScriptedStep[]) {
    this.#steps = [...steps];
  }

  /** Steps not used yet. */
  get remaining(): number {
    return this.#steps.length;
  }

  createMessage(request: ModelRequest): ApiStream {
    return new ScriptedStream(request.signal, () => this.#answer(request));
  }

  async #answer(request: ModelRequest): Promise<ScriptedReply> {
    const recorded = { ...request, messages: [...request.messages] };
    this.requests.push(recorded);
    const step = this.#steps.shift();
    if (step === undefined) throw exhausted(this.requests.length);
    const reply = typeof step === "function" ? await step(recorded) : step;
    return typeof reply === "string" ? { text: reply } : reply;
  }
}

function exhausted(count: number): ProviderError {
  return new ProviderError({ code: "replay_exhausted", message: `no reply is scripted for request ${count}` });
}

/** A minimal `ApiStream`: requests the reply when it is first read, fails as scripted, and keeps its failure. */
class ScriptedStream implements ApiStream {
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
        if (sent === (reply.afterChunks ?? 0)) await hangOrFail(reply, signal);
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

async function hangOrFail({ hangs, error }: ScriptedReply, signal: AbortSignal): Promise<void> {
  if (hangs) await aborted(signal);
  if (error) throw error;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
