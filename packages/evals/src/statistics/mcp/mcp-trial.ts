import type { McpBenchmarkRow, McpCallRow, McpRows } from "@roo-code/types";

/** What is to be done with an MCP server, and how it is done best. */
export interface McpIntent {
  readonly id: string;
  readonly text: string;
  /** By server, for tools differ from one to the next; absent where nobody has said how it is done best. */
  readonly gold: Readonly<Record<string, McpGold>>;
}

export interface McpGold {
  /** Every tool that is needed, and no other. */
  readonly tools: readonly string[];
  /** The fewest calls that do it. */
  readonly minimumSteps: number;
}

/** One intent tried once against one server. */
export interface McpTrial {
  readonly server: string;
  readonly intent: McpIntent;
  /** Whether the end state is right; null when nobody looked. */
  readonly succeeded: boolean | null;
  readonly rows: McpRows;
  /** US dollars of the whole trial; null when no price is known. */
  readonly cost: number | null;
}

/** In the order they were made. */
export function callsOf({ server, rows }: McpTrial): McpCallRow[] {
  return rows.benchmarks
    .filter(({ mcpServerName }: McpBenchmarkRow) => mcpServerName === server)
    .flatMap(({ calls }) => calls)
    .sort((left, right) => left.stepNumber - right.stepNumber);
}
