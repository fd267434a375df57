import type { ContextTokens, ProviderError } from "@roo-code/types";
import { defaultThreshold } from "../ports.ts";
import { condense } from "./condense.ts";
import type { CondenseDeps } from "./condense-deps.ts";
import { planSummary, type SummaryPlan } from "./plan-summary.ts";

/** How often in a row a request is shortened after the provider refused it as too long. */
const maxRefusals = 3;

/**
 * Before each request: records what changed before the messages, and shortens a request that takes too much of the
 * window. Returns the composition of the request; undefined if it was not measured.
 */
export async function prepareRequest(deps: CondenseDeps): Promise<ContextTokens | undefined> {
  const { ports, record, memory } = deps;
  const change = memory.prefix.change(deps, record.state);
  if (change !== undefined) record.append({ type: "notice.added", code: "prefix_changed", message: change });
  // Before the first reply there is nothing to summarize, and the start must not wait for a model list.
  if (!ports.context || record.state.turns === 0) return undefined;
  const { window, limit } = await roomOf(deps);
  const context = measure(deps, window);
  const isTooLong = context.total > limit;
  const isRequested = record.state.condenseRequested;
  if (!isTooLong && !isRequested) return context;
  const why = isTooLong ? ({ reason: "threshold", limit } as const) : ({ reason: "asked" } as const);
  const plan = planSummary({ state: record.state, meter: memory.meter, context, refusals: 0, ...why });
  if (!plan && isRequested)
    record.append({ type: "notice.added", code: "nothing_to_condense", message: "There is too little to summarize." });
  if (!plan) return context;
  await condense(deps, plan);
  return measure(deps, window);
}

/** How to shorten a refused request; undefined if it was refused for another reason, or cannot be shortened further. */
export async function planAfterRefusal(
  deps: CondenseDeps,
  error: ProviderError,
  refusals: number,
): Promise<SummaryPlan | undefined> {
  if (error.code !== "context_overflow" || refusals >= maxRefusals) return undefined;
  const { record, memory } = deps;
  memory.learnedWindow = overflowWindow(error.message) ?? memory.learnedWindow;
  const { window } = await roomOf(deps);
  const context = measure(deps, window);
  return planSummary({ state: record.state, meter: memory.meter, context, reason: "overflow", refusals });
}

function measure({ memory, record, systemPrompt, tools }: CondenseDeps, window: number | undefined): ContextTokens {
  return memory.meter.measure({ systemPrompt, tools, state: record.state, window });
}

/** How vendors report the window in a refusal: `maximum context length is 128000 tokens`, `210000 tokens > 200000 maximum`. */
const patterns = [
  /context (?:length|size|window|limit) (?:is|of) (?:only )?(\d[\d,]{2,12})/i,
  /\d[\d,]{0,12} ?(?:tokens)? > (\d[\d,]{2,12})/i,
];

/** Number of characters searched. */
const maxCharacters = 2000;
const minWindow = 1000;

/** The context window named in a refusal, if any. */
export function overflowWindow(message: string): number | undefined {
  const text = message.slice(0, maxCharacters);
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    const tokens = Number(found?.replaceAll(",", ""));
    if (tokens >= minWindow) return tokens;
  }
  return undefined;
}

interface RequestRoom {
  readonly window: number | undefined;
  /** Tokens above which a request is shortened before it is sent. */
  readonly limit: number;
}

/** For models whose output limit is unknown. */
const defaultReply = 8192;
/** Prompt and reply share the window; some models could fill it with the reply alone. */
const maxShareOfWindow = 0.2;

/** How long a request may be, if known; a limit learned from a refusal takes precedence over the catalog. */
async function roomOf({ ports, memory }: Pick<CondenseDeps, "ports" | "memory">): Promise<RequestRoom> {
  const { contextWindow = Infinity, maxOutput = defaultReply } = (await ports.context?.modelLimits()) ?? {};
  const window = Math.min(contextWindow, memory.learnedWindow ?? Infinity);
  if (window === Infinity) return { window: undefined, limit: Infinity };
  const reply = Math.min(maxOutput, window * maxShareOfWindow);
  const threshold = ports.context?.threshold ?? defaultThreshold;
  return { window, limit: ((window - reply) * threshold) / 100 };
}
