import type { Failure, McpRows, TrialLimit, TrialMetrics } from "@roo-code/types";

/** Works on an exercise: our agent in a child process, the reference solution, nothing, a script, or any other program. */
export interface TrialAgent {
  /** As in `--agent`. */
  readonly name: string;
  /**
   * Works in the folder until it is done, a limit is reached or the signal aborts, which includes the time limit. Its
   * processes have ended when it resolves. Never throws for failures of the agent.
   */
  work(input: AgentInput): Promise<AgentOutcome>;
}

export interface AgentInput {
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
  /** The folder for logs, trajectories and the like: kept with the trial, hidden from the agent. */
  readonly artifacts: string;
  readonly signal: AbortSignal;
  /** Folders hidden from the agent: the exercise with its answers, other trials. */
  readonly hidden: readonly string[];
  /** The outcome of the first try, if this is the second one in the same folder. */
  readonly firstTry?: AgentOutcome | undefined;
  /** Row ids in the database, for telemetry; absent outside of a run. */
  readonly context?: { readonly runId: number; readonly trialId: number } | undefined;
  /** Live updates. */
  observe(event: AgentUpdate): void;
}

export type AgentUpdate =
  | { readonly type: "usage"; readonly metrics: TrialMetrics }
  /** A `TaskEvent` of Roo Code's protocol. */
  | { readonly type: "task-event"; readonly eventName: string; readonly payload: readonly unknown[] };

export interface AgentOutcome {
  readonly metrics: TrialMetrics;
  /** The limit that ended it. */
  readonly limit: TrialLimit | null;
  /** Why it could not start: the trial is an error, not a failure. */
  readonly error: Failure | null;
  /** It failed while working: an error, unless there is something to grade. */
  readonly failure?: Failure;
  readonly toolErrors: readonly { readonly tool: string; readonly error: string }[];
  /** Its known commands, which are searched for tricks. */
  readonly commands?: readonly string[];
  /** The id of the task, if the agent is ours; the artifacts have its log. */
  readonly taskId?: string;
  /** Its use of MCP servers, if known. */
  readonly mcp?: McpRows;
}
