import type { CondenseDeps } from "./condense-deps.ts";
import { defaultThreshold } from "./context-ports.ts";

export interface RequestRoom {
  readonly window: number | undefined;
  /** Tokens above which a request is shortened before it is sent. */
  readonly limit: number;
}

/** For a reply of a model that does not say how long its replies can be. */
const usualReply = 8192;
/** Windows are shared by prompt and reply; some models could fill theirs with the reply alone. */
const mostOfWindow = 0.2;

/** How long a request may be, as far as that is known; a refusal's own words win over a list. */
export async function roomOf({ ports, memory }: Pick<CondenseDeps, "ports" | "memory">): Promise<RequestRoom> {
  const { contextWindow = Infinity, maxOutput = usualReply } = (await ports.context?.modelLimits()) ?? {};
  const window = Math.min(contextWindow, memory.learnedWindow ?? Infinity);
  if (window === Infinity) return { window: undefined, limit: Infinity };
  const reply = Math.min(maxOutput, window * mostOfWindow);
  const threshold = ports.context?.threshold ?? defaultThreshold;
  return { window, limit: ((window - reply) * threshold) / 100 };
}
