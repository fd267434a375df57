import type { McpRows } from "@roo-code/types";
import type { TrialOutcome } from "../trial.ts";

/** What came of a trial, as it is recorded. */
export interface TrialReport extends TrialOutcome {
  /** Of the agent's own task, where the agent is ours. */
  readonly taskId?: string | undefined;
  /** Where its artifacts are. */
  readonly artifacts?: string | undefined;
  /** What its task did with MCP servers. */
  readonly mcp?: McpRows | undefined;
}
