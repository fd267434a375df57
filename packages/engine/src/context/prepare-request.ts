import type { ContextTokens, ProviderError } from "@roo-code/types";
import { defaultThreshold } from "../ports.ts";
import { condense } from "./condense.ts";
import type { CondenseDeps } from "./condense-deps.ts";
import { overflowWindow } from "./overflow-window.ts";
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
