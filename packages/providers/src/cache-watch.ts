import type { ApiChunk, Message, ModelPrices, ModelRequest, ToolDefinition, Usage } from "@roo-code/types";

/** Conversations that are remembered; the oldest is forgotten. */
const maxConversations = 32;
/** Vendors cache in steps of up to this many tokens: what is missing below that was not lost. */
const stepTokens = 1_024;

interface Known {
  readonly prefix: SentPrefix;
  /** Tokens that were surely in the vendor's cache after that reply. */
  readonly cachedTokens: number;
}

/**
 * Says when what the vendor had cached was paid for again: which part of the request had changed, and what it cost.
 * A request that changed early on is slow and dear, and nobody sees it otherwise.
 */
export class CacheWatch {
  readonly #known = new Map<string, Known>();

  /** What the log should be told about a request, by what it came to. */
  note(request: ModelRequest, usage: Usage, prices: ModelPrices | undefined): ApiChunk | undefined {
    const key = `${request.metadata.taskId} ${request.metadata.agent}`;
    const before = this.#known.get(key);
    this.#remember(key, { prefix: prefixOf(request), cachedTokens: cachedAfter(usage) });
    const lost = before ? before.cachedTokens - usage.cacheReadTokens : 0;
    return before && lost > stepTokens ? notice(firstChange(before.prefix, request), lost, prices) : undefined;
  }

  #remember(key: string, known: Known): void {
    this.#known.delete(key);
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) if (this.#known.size > maxConversations) this.#known.delete(oldest);
  }
}

function cachedAfter({ cacheReadTokens, cacheWriteTokens }: Usage): number {
  return cacheReadTokens + cacheWriteTokens;
}

function notice(changed: string | undefined, tokens: number, prices: ModelPrices | undefined): ApiChunk {
  const why = changed === undefined ? "nothing had changed, so it had expired" : `${changed} had changed`;
  const extra = prices && (tokens * (prices.input - (prices.cacheRead ?? prices.input))) / 1_000_000;
  const price = extra ? `, $${extra.toFixed(4)} more` : "";
  const count = tokens.toLocaleString("en-US");
  return {
    type: "notice",
    code: "cache_lost",
    message: `The provider's cache was lost: ${why}. ${count} tokens were paid in full${price}.`,
  };
}

/** What of a request vendors cache, in the order in which they read it. */
interface SentPrefix {
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
  /** May have grown since; `count` of them were sent. */
  readonly messages: readonly Message[];
  readonly count: number;
}

function prefixOf({ systemPrompt, tools, messages }: ModelRequest): SentPrefix {
  return { systemPrompt, tools, messages, count: messages.length };
}

/** The first part of the earlier request that the later one does not begin with, as people would call it. */
function firstChange(before: SentPrefix, { tools, systemPrompt, messages }: ModelRequest): string | undefined {
  const tool = before.tools === tools ? undefined : changedTool(before.tools, tools);
  if (tool !== undefined) return `the tool ${tool}`;
  if (before.systemPrompt !== systemPrompt) return "the system prompt";
  if (before.messages === messages) return undefined;
  const index = before.messages.slice(0, before.count).findIndex((message, at) => !isSame(message, messages[at]));
  const changed = before.messages[index];
  return changed && `message ${index + 1} (${changed.role})`;
}

function changedTool(before: readonly ToolDefinition[], after: readonly ToolDefinition[]): string | undefined {
  const index = before.findIndex((tool, at) => !isSame(tool, after[at]));
  if (index >= 0) return before[index]?.name;
  return after[before.length]?.name;
}

/** Most are the very same object: comparing them costs nothing. */
function isSame(left: object, right: object | undefined): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
