import type { EvalTrial } from "@roo-code/types";
import { ascending, descending } from "d3-array";

export interface ToolFailures {
  readonly tool: string;
  readonly attempts: number;
  readonly failures: number;
}

/** Every tool that was called, the one with the most failures first. */
export function toolFailures(trials: readonly EvalTrial[]): ToolFailures[] {
  const totals = new Map<string, { attempts: number; failures: number }>();
  for (const [tool, { attempts, failures }] of trials.flatMap(usagesOf)) {
    const total = totals.get(tool) ?? { attempts: 0, failures: 0 };
    totals.set(tool, { attempts: total.attempts + attempts, failures: total.failures + failures });
  }
  return [...totals]
    .map(([tool, total]) => ({ tool, ...total }))
    .sort((left, right) => descending(left.failures, right.failures) || ascending(left.tool, right.tool));
}

function usagesOf({ metrics }: EvalTrial) {
  return Object.entries(metrics?.toolUsage ?? {});
}
