import type { ContextTokens, ProviderError } from "@roo-code/types";
import { defaultThreshold } from "../ports.ts";
import { condense } from "./condense.ts";
import type { CondenseDeps } from "./condense-deps.ts";
import { planSummary, type SummaryPlan } from "./plan-summary.ts";

/** How often in a row a request is shortened because the provider finds it too long. */
const maxRefusals = 3;

/**
 * What is done before each request: the log is told what changed in front of the messages, and a request that takes
 * too much of the window is shortened. Returns what it is made of then; undefined when that was not looked at.
 */
export async function prepareRequest(deps: CondenseDeps): Promise<ContextTokens | undefined> {
  const { ports, record, memory } = deps;
  const change = memory.prefix.change(deps, record.state);
  if (change !== undefined) record.append({ type: "notice.added", code: "prefix_changed", message: change });
  // Before the first reply nothing can be summed up, and the start must not wait for a list of models.
  if (!ports.context || record.state.turns === 0) return undefined;
  const { window, limit } = await roomOf(deps);
  const context = measure(deps, window);
  const isTooLong = context.total > limit;
  const isAsked = record.state.condenseRequested;
  if (!isTooLong && !isAsked) return context;
  const why = isTooLong ? ({ reason: "threshold", limit } as const) : ({ reason: "asked" } as const);
  const plan = planSummary({ state: record.state, meter: memory.meter, context, harder: 0, ...why });
  if (!plan && isAsked)
    record.append({ type: "notice.added", code: "nothing_to_condense", message: "There is too little to sum up." });
  if (!plan) return context;
  await condense(deps, plan);
  return measure(deps, window);
}

/** How to go on after a refusal; undefined when it was not for the length, or nothing more can be done about that. */
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
  return planSummary({ state: record.state, meter: memory.meter, context, reason: "overflow", harder: refusals });
}

function measure({ memory, record, systemPrompt, tools }: CondenseDeps, window: number | undefined): ContextTokens {
  return memory.meter.measure({ systemPrompt, tools, state: record.state, window });
}

/** How vendors name the window in a refusal: `maximum context length is 128000 tokens`, `210000 tokens > 200000 maximum`. */
const patterns = [
  /context (?:length|size|window|limit) (?:is|of) (?:only )?(\d[\d,]{2,12})/i,
  /\d[\d,]{0,12} ?(?:tokens)? > (\d[\d,]{2,12})/i,
];

/** Characters of a message that are searched. */
const maxCharacters = 2000;
const smallest = 1000;

/** The window that a refused request was too long for, where the words say it. */
export function overflowWindow(message: string): number | undefined {
  const text = message.slice(0, maxCharacters);
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    const tokens = Number(found?.replaceAll(",", ""));
    if (tokens >= smallest) return tokens;
  }
  return undefined;
}

interface RequestRoom {
  readonly window: number | undefined;
  /** Tokens above which a request is shortened before it is sent. */
  readonly limit: number;
}

/** For a reply of a model that does not say how long its replies can be. */
const defaultReply = 8192;
/** Windows are shared by prompt and reply; some models could fill theirs with the reply alone. */
const maxShareOfWindow = 0.2;

/** How long a request may be, as far as that is known; a refusal's own words win over a list. */
async function roomOf({ ports, memory }: Pick<CondenseDeps, "ports" | "memory">): Promise<RequestRoom> {
  const { contextWindow = Infinity, maxOutput = defaultReply } = (await ports.context?.modelLimits()) ?? {};
  const window = Math.min(contextWindow, memory.learnedWindow ?? Infinity);
  if (window === Infinity) return { window: undefined, limit: Infinity };
  const reply = Math.min(maxOutput, window * maxShareOfWindow);
  const threshold = ports.context?.threshold ?? defaultThreshold;
  return { window, limit: ((window - reply) * threshold) / 100 };
}
