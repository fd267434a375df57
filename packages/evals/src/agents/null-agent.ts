import { noMetrics } from "../trial/metrics.ts";
import type { TrialAgent } from "../trial-agent.ts";

/** Does nothing. Whatever it passes says nothing about anybody else who passes it. */
export const nullAgent: TrialAgent = {
  name: "null",
  work: async () => ({ metrics: noMetrics, limit: null, error: null, toolErrors: [] }),
};
