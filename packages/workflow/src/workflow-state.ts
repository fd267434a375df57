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

/** What a plan's run is, according to its events. */
export interface WorkflowState {
  taskId: string;
  /** undefined until the log holds it. */
  plan: WorkflowPlan | undefined;
  phases: PhaseState[];
  /** Tasks that were begun for it. */
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
  readonly repairs: Tries;
  /** Of the phase itself, since the newest repair. */
  checks: CheckResult[];
  startedAt?: string;
  end?: { readonly status: StepStatus; readonly at: string };
}

/** The same work, done until it passes. */
export interface Tries {
  readonly attempts: Attempt[];
  /** How many of them do not count any more: the run that made them failed, and somebody resumed it. */
  forgiven: number;
}

export interface SubtaskState extends Tries {
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

export interface AttemptEnd {
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
