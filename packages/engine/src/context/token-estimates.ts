import { type Message, type ToolCallPart, toolCalls } from "@roo-code/types";

/** A message's tokens: contents of files, and everything else. */
interface MessageTokens {
  readonly files: number;
  readonly history: number;
}

/** Upper bound for an image: vendors scale larger ones down. */
const imageTokens = 1600;
/** Role and separators. */
const messageOverhead = 4;
/** Longer texts are estimated from samples, because estimating 10 kB takes a millisecond. */
const maxWholeLength = 2048;
const samples = 4;
const sampleLength = 512;

/** Token estimates, cached per message. */
export class TokenEstimates {
  readonly #estimate: (text: string) => number;
  readonly #known = new WeakMap<Message, MessageTokens>();

  constructor(estimate: (text: string) => number = (text) => Math.ceil(text.length / 4)) {
    this.#estimate = estimate;
  }

  text(text: string): number {
    if (text.length <= maxWholeLength) return text === "" ? 0 : this.#estimate(text);
    const step = (text.length - sampleLength) / (samples - 1);
    const pieces = Array.from({ length: samples }, (_, index) => {
      const start = Math.floor(index * step);
      return text.slice(start, start + sampleLength);
    });
    const sampled = pieces.reduce((sum, piece) => sum + this.#estimate(piece), 0);
    return Math.ceil((sampled * text.length) / (samples * sampleLength));
  }

  /** `previous` contains the calls of tool results; `seen`: paths whose contents the model knows. */
  message(
    message: Message,
    previous: Message | undefined,
    seen: { readonly has: (path: string) => boolean },
  ): MessageTokens {
    const known = this.#known.get(message);
    if (known) return known;
    const tokens = this.#count(message, previous, seen);
    this.#known.set(message, tokens);
    return tokens;
  }

  #count(message: Message, previous: Message | undefined, seen: { readonly has: (path: string) => boolean }) {
    let [files, history] = [0, messageOverhead];
    for (const part of message.content) {
      if (part.type === "tool-result") {
        const tokens = this.text(part.content) + (part.images?.length ?? 0) * imageTokens;
        if (!part.isError && namesFile(callOf(previous, part.callId), seen)) files += tokens;
        else history += tokens;
      } else if (part.type === "image") history += imageTokens;
      else if (part.type === "tool-call")
        history += this.text(part.name) + this.text(part.malformed ?? JSON.stringify(part.input) ?? "");
      else if (part.type === "text" && part.attached) files += this.text(part.text);
      else history += this.text(part.text);
    }
    return { files, history };
  }
}

function callOf(previous: Message | undefined, callId: string): ToolCallPart | undefined {
  return previous?.role === "assistant" ? toolCalls(previous).find((call) => call.callId === callId) : undefined;
}

/** Whether an argument of a call is a file the model has seen: then the result is its content, or how it was changed. */
function namesFile(call: ToolCallPart | undefined, seen: { readonly has: (path: string) => boolean }): boolean {
  const names = (value: unknown, depth: number): boolean => {
    if (typeof value === "string") return seen.has(value);
    if (typeof value !== "object" || value === null || depth === 0) return false;
    return Object.values(value).some((inner) => names(inner, depth - 1));
  };
  return names(call?.input, 3);
}
