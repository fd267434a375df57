import type { Failure, McpRows, TrialLimit, TrialMetrics } from "@roo-code/types";

/** Who works on an exercise: our agent in a process of its own, a reference, nobody, a script, any other program. */
export interface TrialAgent {
  /** As in `--agent`. */
  readonly name: string;
  /**
   * Works in the folder until it is done, a cap is reached or the signal aborts, which it also does when the time is up;
   * whatever it started is gone when it resolves. Never throws for what the agent does.
   */
  work(order: AgentOrder): Promise<AgentOutcome>;
}

export interface AgentOrder {
  /** The agent's copy. */
  readonly folder: string;
  readonly prompt: string;
  readonly exercise: { readonly language: string; readonly name: string };
  readonly limits: {
    readonly seconds: number;
    readonly turns?: number;
    readonly tokens?: number;
    readonly cost?: number;
  };
  /** Where logs, trajectories and the like may be put: kept with the trial, never seen by the agent. */
  readonly artifacts: string;
  readonly signal: AbortSignal;
  /** Folders that it must not find, wherever they are: the exercise with its answers, other trials. */
  readonly hidden: readonly string[];
  /** What came of its first try, when it is told what failed and may try again in the same folder. */
  readonly firstTry?: AgentOutcome;
  /** Numbers of the rows in the database, for telemetry; absent outside of a run. */
  readonly context?: { readonly runId: number; readonly trialId: number };
  /** Live news for whoever watches. */
  observe(event: AgentNews): void;
}

export type AgentNews =
  | { readonly type: "usage"; readonly metrics: TrialMetrics }
  /** A `TaskEvent` in the words of Roo Code's protocol. */
  | { readonly type: "task-event"; readonly eventName: string; readonly payload: readonly unknown[] };

export interface AgentOutcome {
  readonly metrics: TrialMetrics;
  /** The cap that ended it. */
  readonly limit: TrialLimit | null;
  /** Why it could not work at all: the trial is an error, not a failure. */
  readonly error: Failure | null;
  /** That it failed: an error as well, unless it left something that can be graded. */
  readonly failure?: Failure;
  readonly toolErrors: readonly { readonly tool: string; readonly error: string }[];
  /** Commands it ran, as far as they are known, to be looked through for tricks. */
  readonly commands?: readonly string[];
  /** Id of the task, where the agent is ours; its log is among the artifacts. */
  readonly taskId?: string;
  /** What it did with MCP servers, where that is known. */
  readonly mcp?: McpRows;
}
