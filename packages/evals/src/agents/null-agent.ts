import { noMetrics } from "../trial/metrics.ts";
import type { TrialAgent } from "../trial-agent.ts";

/** Does nothing. An exercise that it passes cannot measure other agents. */
export const nullAgent: TrialAgent = {
  name: "null",
  work: async () => ({ metrics: noMetrics, limit: null, error: null, toolErrors: [] }),
};
