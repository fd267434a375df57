import type {
  EventOf,
  Failure,
  PhaseSpec,
  RunStatus,
  StepStatus,
  SubtaskSpec,
  TaskId,
  Usage,
  WorkflowPlan,
} from "@roo-code/types";

/** The state of a workflow, folded from its events. */
export interface WorkflowState {
  taskId: string;
  /** undefined before `workflow.start`. */
  plan: WorkflowPlan | undefined;
  phases: PhaseState[];
  /** How many tasks it has started. */
  children: number;
  turns: number;
  usage: Usage;
  filesChanged: Set<string>;
  /** Set between `run.start` and `run.end`. */
  run: EventOf<"run.start"> | undefined;
  /** The newest finished run. */
  outcome: EventOf<"run.end"> | undefined;
}

export interface PhaseState {
  readonly spec: PhaseSpec;
  readonly subtasks: readonly SubtaskState[];
  /** Tasks that were started because a check of the phase failed. */
  readonly repairs: Attempts;
  /** Of the phase itself, since the latest repair. */
  checks: CheckResult[];
  startedAt?: string;
  end?: { readonly status: StepStatus; readonly at: string };
}

/** The attempts at one piece of work. */
export interface Attempts {
  readonly attempts: Attempt[];
  /** How many of them no longer count towards `retries`: their run failed and was resumed. */
  forgiven: number;
}

export interface SubtaskState extends Attempts {
  readonly spec: SubtaskSpec;
}

export interface Attempt {
  /** `phase/subtask#attempt`, or `phase#attempt` for a repair. */
  readonly callId: string;
  readonly taskId: TaskId;
  readonly agent: string;
  readonly mode: string;
  readonly message: string;
  readonly worktree?: string;
  readonly startedAt: string;
  readonly checks: CheckResult[];
  end?: AttemptEnd;
}

interface AttemptEnd {
  readonly status: RunStatus;
  readonly result: string | null;
  readonly error?: Failure;
  readonly usage: Usage;
  readonly conflicts: readonly string[];
  readonly at: string;
}

export interface CheckResult {
  readonly command: string;
  readonly exitCode: number | null;
  readonly output: string;
  readonly durationMs: number;
  readonly at: string;
}
