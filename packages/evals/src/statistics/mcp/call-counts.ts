import type { McpCallRow } from "@roo-code/types";
import { sum } from "d3-array";
import { classifyMcpError, type McpErrorClass } from "./classify-mcp-error.ts";
import { countRedundantCalls } from "./redundant-calls.ts";

/** Rates are of all calls; null without any. */
export interface CallCounts {
  readonly calls: number;
  readonly errors: Readonly<Record<McpErrorClass, number>>;
  readonly errorRate: number | null;
  /** The share of calls whose arguments the server did not turn down. */
  readonly schemaValidRate: number | null;
  readonly redundant: number;
}

/** The calls of each trial: what is redundant is so within one. */
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
