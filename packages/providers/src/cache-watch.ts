import type { ApiChunk, Message, ModelPrices, ModelRequest, ToolDefinition, Usage } from "@roo-code/types";

/** Beyond this number the oldest conversation is forgotten. */
const maxConversations = 32;
/** Vendors cache in blocks of up to this many tokens: a smaller difference is not a miss. */
const blockTokens = 1_024;

interface Known {
  readonly prefix: SentPrefix;
  /** Tokens in the vendor's cache after that reply. */
  readonly cachedTokens: number;
}

/**
 * Reports cache misses: which part of the request had changed, and what it cost. A request that changes near its
 * beginning is slow and expensive, which would otherwise go unnoticed.
 */
export class CacheWatch {
  readonly #known = new Map<string, Known>();

  /** The notice about a request, if it missed the cache. */
  check(request: ModelRequest, usage: Usage, prices: ModelPrices | undefined): ApiChunk | undefined {
    const key = `${request.metadata.taskId} ${request.metadata.agent}`;
    const before = this.#known.get(key);
    this.#remember(key, { prefix: prefixOf(request), cachedTokens: cachedAfter(usage) });
    const lost = before ? before.cachedTokens - usage.cacheReadTokens : 0;
    return before && lost > blockTokens ? notice(firstChange(before.prefix, request), lost, prices) : undefined;
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
  const reason =
    changed === undefined ? "the request had not changed, so the cache had expired" : `${changed} had changed`;
  const extra = prices && (tokens * (prices.input - (prices.cacheRead ?? prices.input))) / 1_000_000;
  const price = extra ? `, $${extra.toFixed(4)} more` : "";
  const count = tokens.toLocaleString("en-US");
  return {
    type: "notice",
    code: "cache_lost",
    message: `The provider's cache was missed: ${reason}. ${count} tokens were billed in full${price}.`,
  };
}

/** The parts of a request that vendors cache, in order. */
interface SentPrefix {
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
  /** May have grown since; the first `count` were sent. */
  readonly messages: readonly Message[];
  readonly count: number;
}

function prefixOf({ systemPrompt, tools, messages }: ModelRequest): SentPrefix {
  return { systemPrompt, tools, messages, count: messages.length };
}

/** Names the first part of the earlier request that differs in the later one. */
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

/** Most are the same object, which is cheap to compare. */
function isSame(left: object, right: object | undefined): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
