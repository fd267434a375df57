import type { ContextTokens, Message, TaskState, ToolDefinition, Usage } from "@roo-code/types";
import { TokenEstimates } from "./token-estimates.ts";

/** What precedes the messages. */
export interface RequestHead {
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
}

interface MeasuredRequest extends RequestHead {
  readonly state: TaskState;
  readonly window?: number | undefined;
}

interface Parts {
  readonly system: number;
  readonly tools: number;
  readonly rules: number;
  readonly files: number;
  readonly history: number;
}

/** A reply, and the vendor's token count for it and everything before it. */
interface Anchor extends RequestHead {
  readonly reply: Message;
  readonly summaries: number;
  readonly tokens: number;
}

/** Some servers count only uncached tokens: a smaller share of the estimate is not a count of the whole request. */
const minShare = 1 / 3;
const maxShare = 3;

/**
 * Measures the parts of a request in tokens. Starts from the vendor's count at the newest reply and estimates only what
 * is newer; without such a count everything is estimated, corrected by the last known estimation error.
 */
export class ContextMeter {
  readonly #estimates: TokenEstimates;
  #anchor: Anchor | undefined;
  /** Vendor tokens per estimated token. */
  #share = 1;
  #head:
    | (RequestHead & { readonly instructions: string; readonly parts: Omit<Parts, "files" | "history"> })
    | undefined;

  constructor(estimate?: (text: string) => number) {
    this.#estimates = new TokenEstimates(estimate);
  }

  measure(request: MeasuredRequest): ContextTokens {
    const parts = this.#estimate(request);
    const estimated = sum(parts);
    const total = Math.round(this.#sinceAnchor(request) ?? estimated * this.#share);
    const scale = estimated === 0 ? 0 : total / estimated;
    const scaled = (tokens: number) => Math.floor(tokens * scale);
    const [system, tools] = [scaled(parts.system), scaled(parts.tools)];
    const [rules, files] = [scaled(parts.rules), scaled(parts.files)];
    const history = total - system - tools - rules - files;
    const { window } = request;
    return { system, tools, rules, files, history, total, window };
  }

  /** Called for each reply once it is part of the state. */
  noteReply(request: MeasuredRequest, usage: Usage): void {
    const { systemPrompt, tools, state } = request;
    const reply = state.messages.at(-1);
    const tokens = usage.inputTokens + usage.outputTokens - (usage.reasoningTokens ?? 0);
    const share = tokens / sum(this.#estimate(request));
    const isWhole = usage.inputTokens > 0 && share >= minShare && share <= maxShare;
    this.#anchor = isWhole && reply ? { systemPrompt, tools, reply, tokens, summaries: state.summaries } : undefined;
    if (isWhole) this.#share = share;
  }

  /** Tokens of each message. */
  messages(state: TaskState): number[] {
    const { messages, seen } = state;
    return messages.map((message, index) => {
      const { files, history } = this.#estimates.message(message, messages[index - 1], seen);
      return Math.ceil((files + history) * this.#share);
    });
  }

  /** Tokens of a message that will be the first one. */
  message(message: Message, { seen }: TaskState): number {
    const { files, history } = this.#estimates.message(message, undefined, seen);
    return Math.ceil((files + history) * this.#share);
  }

  #sinceAnchor({ systemPrompt, tools, state }: MeasuredRequest): number | undefined {
    const anchor = this.#anchor;
    if (!anchor || anchor.systemPrompt !== systemPrompt || anchor.tools !== tools) return undefined;
    if (anchor.summaries !== state.summaries) return undefined;
    const { messages, seen } = state;
    const at = messages.lastIndexOf(anchor.reply);
    if (at < 0) return undefined;
    let newer = 0;
    messages.slice(at + 1).forEach((message, index) => {
      const { files, history } = this.#estimates.message(message, messages[at + index], seen);
      newer += files + history;
    });
    return anchor.tokens + newer * this.#share;
  }

  #estimate({ systemPrompt, tools, state }: MeasuredRequest): Parts {
    const { messages, seen } = state;
    let [files, history] = [0, 0];
    messages.forEach((message, index) => {
      const tokens = this.#estimates.message(message, messages[index - 1], seen);
      files += tokens.files;
      history += tokens.history;
    });
    return { ...this.#headParts({ systemPrompt, tools }, state.instructions), files, history };
  }

  #headParts(head: RequestHead, instructions: string): Omit<Parts, "files" | "history"> {
    const { systemPrompt, tools } = head;
    const known = this.#head;
    if (known?.systemPrompt === systemPrompt && known.tools === tools && known.instructions === instructions)
      return known.parts;
    const rules = this.#estimates.text(instructions);
    const parts = {
      rules,
      system: Math.max(0, this.#estimates.text(systemPrompt) - rules),
      tools: this.#estimates.text(JSON.stringify(tools)),
    };
    this.#head = { ...head, instructions, parts };
    return parts;
  }
}

function sum({ system, tools, rules, files, history }: Parts): number {
  return system + tools + rules + files + history;
}
