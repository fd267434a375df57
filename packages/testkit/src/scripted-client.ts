import { type ApiStream, type ModelClient, type ModelRequest, ProviderError } from "@roo-code/types";
import type { ScriptedReply } from "./scripted-reply.ts";
import { ScriptedStream } from "./scripted-stream.ts";

/** A reply, its text alone, or what to answer once the request is known. */
export type ScriptedStep =
  | string
  | ScriptedReply
  | ((request: ModelRequest) => string | ScriptedReply | Promise<string | ScriptedReply>);

/** A model that says what a test told it to, and remembers what it was asked. */
export class ScriptedClient implements ModelClient {
  readonly provider: string = "scripted";
  readonly model: string = "scripted";
  /** As they were when asked: later messages of a task do not show up in earlier requests. */
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
    const asked = { ...request, messages: [...request.messages] };
    this.requests.push(asked);
    const step = this.#steps.shift();
    if (step === undefined) throw exhausted(this.requests.length);
    const reply = typeof step === "function" ? await step(asked) : step;
    return typeof reply === "string" ? { text: reply } : reply;
  }
}

function exhausted(count: number): ProviderError {
  return new ProviderError({ code: "replay_exhausted", message: `no reply is scripted for request ${count}` });
}
