import type { McpBenchmark } from "@roo-code/types/api";
import type { KnownMcpTrial } from "../mcp/read-mcp-trials.ts";
import { type Distribution, evalRate, type McpServerSummary, summarizeMcp } from "../statistics/index.ts";

/** MCP servers beside each other, as programs get them. How well tools were chosen is told where it is known how. */
export function apiMcpBenchmarks(trials: readonly KnownMcpTrial[]): McpBenchmark[] {
  const withGold = new Set(trials.filter(({ hasGold }) => hasGold).map(({ server }) => server));
  return summarizeMcp(trials).map((summary) => benchmarkOf(summary, withGold.has(summary.server)));
}

function benchmarkOf({ server, metrics }: McpServerSummary, hasGold: boolean): McpBenchmark {
  const { intents, success, steps, latency, responseBytes, calls, pathEfficiency, firstCallAccuracy } = metrics;
  return {
    server,
    intents,
    success: evalRate(success),
    steps: spread(steps),
    latencyMs: spread(latency),
    bytes: spread(responseBytes),
    errorRate: calls.errorRate ?? 0,
    pathEfficiency: hasGold ? (pathEfficiency?.value ?? null) : null,
    firstCallAccuracy: hasGold ? (firstCallAccuracy?.value ?? null) : null,
  };
}

function spread(distribution: Distribution | null): { median: number; p95: number } {
  return { median: distribution?.median ?? 0, p95: distribution?.p95 ?? 0 };
}
