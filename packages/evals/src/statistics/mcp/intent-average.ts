import { mean, rollup } from "d3-array";
import type { Interval } from "../interval.ts";
import { bootstrapMean } from "../resample.ts";
import type { McpTrial } from "./mcp-trial.ts";

export interface Average {
  readonly value: number;
  /** By bootstrap over intents. */
  readonly interval: Interval | null;
  /** Trials it is taken over. */
  readonly trials: number;
}

/** The mean of a measure over intents, each the mean of its trials; trials that do not have it are left out. */
export function averageByIntent(
  trials: readonly McpTrial[],
  measure: (trial: McpTrial) => number | null,
): Average | null {
  const measured = trials.flatMap((trial) => {
    const value = measure(trial);
    return value === null ? [] : { intent: trial.intent.id, value };
  });
  const byIntent = rollup(
    measured,
    (ofIntent) => mean(ofIntent, ({ value }) => value) ?? 0,
    ({ intent }) => intent,
  );
  if (byIntent.size === 0) return null;
  const values = [...byIntent.values()];
  return { value: mean(values) ?? 0, interval: bootstrapMean(values), trials: measured.length };
}
