import type { McpBenchmarkRow, McpCallRow, McpRows } from "@roo-code/types";

/** A request to an MCP server, and the best way to fulfil it. */
export interface McpIntent {
  readonly id: string;
  readonly text: string;
  /** By server, because tools differ; absent if the best way is not known. */
  readonly gold: Readonly<Record<string, McpGold>>;
}

export interface McpGold {
  /** Exactly the tools that are needed. */
  readonly tools: readonly string[];
  /** The minimum number of calls. */
  readonly minimumSteps: number;
}

/** One intent tried once against one server. */
export interface McpTrial {
  readonly server: string;
  readonly intent: McpIntent;
  /** Whether the end state is right; null if it was not graded. */
  readonly succeeded: boolean | null;
  readonly rows: McpRows;
  /** US dollars of the whole trial; null if the price is not known. */
  readonly cost: number | null;
}

/** The calls of a trial to its server, in order. */
export function callsOf({ server, rows }: McpTrial): McpCallRow[] {
  return rows.benchmarks
    .filter(({ mcpServerName }: McpBenchmarkRow) => mcpServerName === server)
    .flatMap(({ calls }) => calls)
    .sort((left, right) => left.stepNumber - right.stepNumber);
}
