import type { McpCallRow } from "@roo-code/types";
import { mean, rollup, sum } from "d3-array";
import type { Interval } from "../binomial.ts";
import { bootstrapMean } from "../resample.ts";
import type { McpErrorClass } from "./classify-mcp-error.ts";
import { classifyMcpError } from "./classify-mcp-error.ts";
import type { McpGold, McpTrial } from "./mcp-trial.ts";

/** Rates are of all calls; null without any. */
export interface CallCounts {
  readonly calls: number;
  readonly errors: Readonly<Record<McpErrorClass, number>>;
  readonly errorRate: number | null;
  /** The share of calls whose arguments the server did not reject. */
  readonly schemaValidRate: number | null;
  readonly redundant: number;
}

/** Redundancy is counted within each trial. */
export function countCalls(callsByTrial: readonly (readonly McpCallRow[])[]): CallCounts {
  const calls = callsByTrial.flat();
  const errors: Record<McpErrorClass, number> = { transport: 0, timeout: 0, protocol: 0, validation: 0, tool: 0 };
  for (const call of calls) {
    const failure = classifyMcpError(call);
    if (failure !== null) errors[failure] += 1;
  }
  const share = (count: number) => (calls.length === 0 ? null : count / calls.length);
  return {
    calls: calls.length,
    errors,
    errorRate: share(sum(Object.values(errors))),
    schemaValidRate: share(calls.length - errors.validation),
    redundant: sum(callsByTrial, countRedundantCalls),
  };
}

/**
 * Calls without new information: the same tool with the same arguments gave the same answer before. Repeating a call after
 * a broken connection or a timeout is not redundant.
 */
function countRedundantCalls(calls: readonly McpCallRow[]): number {
  const known = new Set<string>();
  let redundant = 0;
  for (const call of calls) {
    const failure = classifyMcpError(call);
    if (failure === "transport" || failure === "timeout") continue;
    const outcome = JSON.stringify([
      call.toolName,
      canonicalArguments(call.request),
      call.errorMessage ?? call.response,
      call.responseSize,
    ]);
    if (known.has(outcome)) redundant += 1;
    known.add(outcome);
  }
  return redundant;
}

/** Ignores the order of keys; text that is not JSON is compared unchanged. */
function canonicalArguments(request: string): string {
  try {
    return JSON.stringify(JSON.parse(request), (_key, part: unknown) =>
      typeof part === "object" && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
        : part,
    );
  } catch {
    return request;
  }
}

/** The chosen tools compared with the needed ones. Rates are null without a denominator. */
export interface ToolSelection {
  /** The share of called tools that are needed. */
  readonly precision: number | null;
  /** The share of needed tools that were called. */
  readonly recall: number | null;
  /** Whether the first call was to a needed tool; without a call, whether none was needed. */
  readonly isFirstRight: boolean;
}

export function toolSelection(calls: readonly McpCallRow[], gold: McpGold): ToolSelection {
  const called = new Set(calls.map(({ toolName }) => toolName));
  const needed = new Set(gold.tools);
  const right = [...called].filter((tool) => needed.has(tool)).length;
  const [first] = calls;
  return {
    precision: called.size === 0 ? null : right / called.size,
    recall: needed.size === 0 ? null : right / needed.size,
    isFirstRight: first === undefined ? needed.size === 0 : needed.has(first.toolName),
  };
}

export interface Average {
  readonly value: number;
  /** By bootstrap over intents. */
  readonly interval: Interval | null;
  /** The number of trials in the average. */
  readonly trials: number;
}

/** The mean of a measure over intents, each the mean of its trials; trials without the measure are left out. */
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
