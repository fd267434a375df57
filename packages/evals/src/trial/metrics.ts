import type { TrialMetrics } from "@roo-code/types";

export const noMetrics: TrialMetrics = {
  tokensIn: 0,
  tokensOut: 0,
  tokensContext: 0,
  cacheWrites: 0,
  cacheReads: 0,
  cost: null,
  turns: 0,
  duration: 0,
  toolUsage: {},
};

/** The sum of two tries at the same exercise. */
export function addMetrics(one: TrialMetrics, other: TrialMetrics): TrialMetrics {
  return {
    tokensIn: one.tokensIn + other.tokensIn,
    tokensOut: one.tokensOut + other.tokensOut,
    tokensContext: Math.max(one.tokensContext, other.tokensContext),
    cacheWrites: one.cacheWrites + other.cacheWrites,
    cacheReads: one.cacheReads + other.cacheReads,
    cost: one.cost === null ? other.cost : one.cost + (other.cost ?? 0),
    turns: one.turns + other.turns,
    duration: one.duration + other.duration,
    toolUsage: addUsage(one.toolUsage, other.toolUsage),
  };
}

function addUsage(one: TrialMetrics["toolUsage"], other: TrialMetrics["toolUsage"]): TrialMetrics["toolUsage"] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const none = { attempts: 0, failures: 0 };
  return Object.fromEntries(
    [...names].map((name) => {
      const [left, right] = [one[name] ?? none, other[name] ?? none];
      return [name, { attempts: left.attempts + right.attempts, failures: left.failures + right.failures }];
    }),
  );
}
