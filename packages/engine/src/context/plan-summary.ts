import type { ContextTokens, Message, TaskState } from "@roo-code/types";
import type { CondenseReason } from "./condense-deps.ts";
import type { ContextMeter } from "./context-meter.ts";

export interface SummaryPlan {
  readonly reason: CondenseReason;
  /** How many of the oldest messages go. */
  readonly count: number;
  /** Of each message. */
  readonly tokens: readonly number[];
  readonly tokensBefore: number;
  /** Most tokens of the message that takes their place. */
  readonly summaryTokens: number;
  /** Most tokens of messages that the model may be shown to sum them up; 0: it is not asked. */
  readonly askTokens: number;
}

interface Share {
  readonly tail: number;
  readonly stretch: number;
  readonly summary: number;
  readonly ask: number;
}

/** Shares of the window, by how often the provider has refused the request already. */
const shares: readonly [Share, ...Share[]] = [
  { tail: 0.25, stretch: 0.5, summary: 0.15, ask: 0.7 },
  { tail: 0.1, stretch: 0.3, summary: 0.08, ask: 0.35 },
  { tail: 0.03, stretch: 0.1, summary: 0.04, ask: 0 },
];

const maxSummaryTokens = 16_000;
const minSummaryTokens = 400;
/** A summary is worth what it costs only if it is much shorter than what it stands for. */
const maxShareOfDropped = 0.6;
const minAskTokens = 500;
const minDropped = 600;

/** What to drop, and how long its summary may be; undefined when nothing worth it can go. */
export function planSummary(options: {
  state: TaskState;
  meter: ContextMeter;
  context: ContextTokens;
  reason: CondenseReason;
  /** How often it was not enough. */
  harder: number;
  /** Most tokens that the request should have when it is done. */
  limit?: number;
}): SummaryPlan | undefined {
  const { state, meter, context, reason, harder } = options;
  const share = shares[Math.min(harder, shares.length - 1)] ?? shares[0];
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
  const gone = tokens.slice(state.lastSummary ? 1 : 0, count).reduce((sum, each) => sum + each, 0);
  if (count === 0 || gone < Math.max(minDropped, reason === "threshold" ? limit * 0.15 : 0)) return undefined;
  // Where not even the newest messages stay, their room goes to what is said about them.
  const room = share.summary + (count === state.messages.length ? share.tail : 0);
  const wanted = Math.max(minSummaryTokens, Math.min(maxSummaryTokens, window * room));
  // What an earlier summary kept is not lost because little has come since.
  const kept = state.lastSummary ? (tokens[0] ?? 0) : 0;
  const head = context.system + context.tools + context.rules;
  // What was sent the last time can be sent once more: nobody has found it too long.
  const askTokens = reason === "asked" ? context.total : Math.floor(window * share.ask - head);
  return {
    reason,
    count,
    tokens,
    tokensBefore: context.total,
    summaryTokens: Math.floor(Math.min(wanted, kept + gone * maxShareOfDropped)),
    askTokens: askTokens < minAskTokens ? 0 : askTokens,
  };
}

/** Without a known window the request itself is the measure: one that was refused was longer than the window. */
function effectiveWindow({ window, total }: ContextTokens, reason: CondenseReason): number {
  if (reason === "overflow") return Math.min(window ?? total, total);
  return window ?? total;
}

/** Fewer are not worth a summary. */
const fewest = 2;

/**
 * How many of the oldest messages to drop so that the rest takes at most `budget` tokens; 0: none can go. Results stay
 * with their calls. The newest call with its results, or what was said last, may take up to `stretch`. A reply that
 * waits for results, or that is the answer, always stays.
 */
export function chooseCut(options: {
  messages: readonly Message[];
  /** Of each message. */
  tokens: readonly number[];
  budget: number;
  stretch: number;
}): number {
  const { messages, tokens, budget, stretch } = options;
  const last = latestCut(messages);
  if (last < fewest) return 0;
  const newest = messages.findLastIndex(({ role }) => role !== "tool");
  let chosen = last;
  let kept = tokens.slice(last).reduce((sum, count) => sum + count, 0);
  for (let index = last - 1; index >= fewest; index -= 1) {
    kept += tokens[index] ?? 0;
    if (messages[index]?.role === "tool") continue;
    if (kept <= (index === newest ? stretch : budget)) chosen = index;
    else break;
  }
  return chosen;
}

function latestCut(messages: readonly Message[]): number {
  return messages.at(-1)?.role === "assistant" ? messages.length - 1 : messages.length;
}
