import type { McpSource, McpTransport } from "./mcp-server.ts";

/** A task's MCP usage, as table rows. */
export interface McpRows {
  readonly connections: readonly McpConnectionRow[];
  readonly resources: readonly McpResourceRow[];
  /** One for each server that was called. */
  readonly benchmarks: readonly McpBenchmarkRow[];
}

export interface McpConnectionRow {
  readonly serverName: string;
  readonly eventType: "start" | "established" | "error";
  readonly source: McpSource;
  readonly transport: McpTransport;
  readonly durationMs: number | null;
  readonly errorMessage: string | null;
  readonly at: string;
}

/** One for each read. */
export interface McpResourceRow {
  readonly serverName: string;
  readonly uri: string;
  readonly eventType: "success" | "error";
  readonly source: McpSource;
  readonly transport: McpTransport;
  readonly durationMs: number;
  readonly responseSize: number;
  readonly errorMessage: string | null;
  readonly at: string;
}

export interface McpBenchmarkRow {
  readonly mcpServerName: string;
  /** What the task is for: redacted, 2 kB at most. */
  readonly userIntent: string;
  /** Calls, failed ones included. */
  readonly totalSteps: number;
  readonly errorCount: number;
  readonly calls: readonly McpCallRow[];
}

export interface McpCallRow {
  /** From 1 without gaps, also when a call fails. */
  readonly stepNumber: number;
  readonly toolName: string;
  /** Redacted; 64 kB at most. */
  readonly request: string;
  readonly response: string;
  /** UTF-8 bytes, before anything was cut off. */
  readonly responseSize: number;
  readonly durationMs: number;
  readonly errorMessage: string | null;
  readonly source: McpSource;
  readonly timeoutMs: number;
  readonly at: string;
}
