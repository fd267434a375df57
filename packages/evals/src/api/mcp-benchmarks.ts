import type { McpBenchmark } from "@roo-code/types/api";
import {
  type Distribution,
  evalRate,
  type McpServerSummary,
  type McpTrial,
  summarizeMcp,
} from "../statistics/index.ts";

/** A comparison of MCP servers for the API. Tool selection is included if known. */
export function apiMcpBenchmarks(trials: readonly McpTrial[]): McpBenchmark[] {
  return summarizeMcp(trials).map(benchmarkOf);
}

function benchmarkOf({ server, metrics }: McpServerSummary): McpBenchmark {
  const { intents, success, steps, latency, responseBytes, calls, pathEfficiency, firstCallAccuracy } = metrics;
  return {
    server,
    intents,
    success: evalRate(success),
    steps: spread(steps),
    latencyMs: spread(latency),
    bytes: spread(responseBytes),
    errorRate: calls.errorRate ?? 0,
    pathEfficiency: pathEfficiency?.value ?? null,
    firstCallAccuracy: firstCallAccuracy?.value ?? null,
  };
}

function spread(distribution: Distribution | null): { median: number; p95: number } {
  return { median: distribution?.median ?? 0, p95: distribution?.p95 ?? 0 };
}
