import type { EvalRunRequest, TrialLimit } from "@roo-code/types";
import type { RunPulse } from "../queue/index.ts";

/** The cap of the whole run that is reached; null while there is none. */
export function reachedCap(
  caps: EvalRunRequest["runLimits"],
  { workedMs, tokens, cost }: Pick<RunPulse, "workedMs" | "tokens" | "cost">,
): TrialLimit | null {
  if (caps.cost !== undefined && cost >= caps.cost) return "cost";
  if (caps.tokens !== undefined && tokens >= caps.tokens) return "tokens";
  if (caps.minutes !== undefined && workedMs >= caps.minutes * 60_000) return "time";
  return null;
}
