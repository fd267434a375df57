import type { ContextTokens, TaskState } from "@roo-code/types";
import { chooseCut } from "./choose-cut.ts";
import type { CondenseReason } from "./condense-deps.ts";
import type { ContextMeter } from "./context-meter.ts";

export interface SummaryPlan {
  readonly reason: CondenseReason;
  /** Number of the oldest messages to drop. */
  readonly count: number;
  /** Per message. */
  readonly tokens: readonly number[];
  readonly tokensBefore: number;
  /** Maximum tokens of the message that replaces them. */
  readonly summaryTokens: number;
  /** Maximum tokens of the messages shown to the model for summarizing; 0: the model is not asked. */
  readonly askTokens: number;
}

interface Share {
  readonly tail: number;
  readonly stretch: number;
  readonly summary: number;
  readonly ask: number;
}

/** Shares of the window, by how often the provider has refused the request. */
const shares: readonly [Share, ...Share[]] = [
  { tail: 0.25, stretch: 0.5, summary: 0.15, ask: 0.7 },
  { tail: 0.1, stretch: 0.3, summary: 0.08, ask: 0.35 },
  { tail: 0.03, stretch: 0.1, summary: 0.04, ask: 0 },
];

const maxSummaryTokens = 16_000;
const minSummaryTokens = 400;
/** A summary is worth its cost only if it is much shorter than what it replaces. */
const maxShareOfDropped = 0.6;
const minAskTokens = 500;
const minDropped = 600;

/** What to drop, and how long its summary may be; undefined if too little can be dropped. */
export function planSummary(options: {
  state: TaskState;
  meter: ContextMeter;
  context: ContextTokens;
  reason: CondenseReason;
  /** Number of refusals so far. */
  refusals: number;
  /** Maximum tokens of the resulting request. */
  limit?: number;
}): SummaryPlan | undefined {
  const { state, meter, context, reason, refusals } = options;
  const share = shares[Math.min(refusals, shares.length - 1)] ?? shares[0];
  const window = effectiveWindow(context, reason);
  const limit = options.limit ?? window;
  const tokens = meter.messages(state);
  const budget = Math.min(window * share.tail, limit * 0.4);
  const count = chooseCut({
    messages: state.messages,
    tokens,
    budget,
    stretch: Math.min(window * share.stretch, limit * 0.6),
  });
  const droppedTokens = tokens.slice(state.lastSummary ? 1 : 0, count).reduce((sum, each) => sum + each, 0);
  if (count === 0 || droppedTokens < Math.max(minDropped, reason === "threshold" ? limit * 0.15 : 0)) return undefined;
  // If all messages are dropped, the summary gets the room of the newest ones.
  const room = share.summary + (count === state.messages.length ? share.tail : 0);
  const target = Math.max(minSummaryTokens, Math.min(maxSummaryTokens, window * room));
  // What an earlier summary kept must fit, even if little was added since.
  const kept = state.lastSummary ? (tokens[0] ?? 0) : 0;
  const head = context.system + context.tools + context.rules;
  // The previous request was accepted, so the same messages can be sent again.
  const askTokens = reason === "asked" ? context.total : Math.floor(window * share.ask - head);
  return {
    reason,
    count,
    tokens,
    tokensBefore: context.total,
    summaryTokens: Math.floor(Math.min(target, kept + droppedTokens * maxShareOfDropped)),
    askTokens: askTokens < minAskTokens ? 0 : askTokens,
  };
}

/** Without a known window the size of the request is used: a refused one was longer than the window. */
function effectiveWindow({ window, total }: ContextTokens, reason: CondenseReason): number {
  if (reason === "overflow") return Math.min(window ?? total, total);
  return window ?? total;
}
