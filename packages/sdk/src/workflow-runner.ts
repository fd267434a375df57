import type { PhaseInput, PhaseReport, RunResult, TaskStatus, Usage, WorkflowInput } from "@roo-code/types";
import { type AgentEvent, EventFeed } from "./agent-events.ts";
import { checkOptions, type SessionOptions } from "./agent-options.ts";
import type { WorkflowRuntime } from "./runtime/workflow-runtime.ts";

/** A phase of a plan: its mode, its subtasks (with their own mode, dependencies, retries and checks), and its checks. */
export type PhaseSpec = PhaseInput;

/** A plan in code, as in a YAML file. */
export type WorkflowPlan = WorkflowInput;

export interface WorkflowRunnerOptions extends SessionOptions {
  /** The plan, or the path of a YAML or JSON file. Not needed to resume. */
  readonly plan?: WorkflowPlan | string;
  /** How many subtasks may run at once (default: the plan's value, else 4). */
  readonly concurrency?: number;
}

/** How far a workflow is, from its log. Every finished subtask is a checkpoint, which resuming does not repeat. */
export interface WorkflowState {
  readonly taskId: string;
  readonly name: string;
  readonly status: TaskStatus;
  readonly phases: readonly PhaseReport[];
  /** The first phase that is not completed; -1 if all are. */
  readonly currentPhase: number;
  readonly completedSubtasks: number;
  readonly usage: Usage;
  readonly filesChanged: readonly string[];
}

/** How a workflow ended, and each of its phases. */
export interface WorkflowResult extends RunResult {
  readonly phases: readonly PhaseReport[];
}

/** Runs plans with phases: each subtask is a task in its mode; checks decide whether a phase is done. */
export class WorkflowRunner {
  readonly #options: WorkflowRunnerOptions;
  readonly #feed = new EventFeed();
  #runtime: Promise<WorkflowRuntime> | undefined;

  /** Throws `RooError` `bad_options`. */
  constructor(options: WorkflowRunnerOptions) {
    checkOptions(options);
    this.#options = options;
  }

  /** Runs the plan to its end. Resolves however it ends. Rejects with `bad_plan`, `unknown_mode`, `missing_key`, … */
  run({ signal }: { readonly signal?: AbortSignal } = {}): Promise<WorkflowResult> {
    return this.#track((runtime) => runtime.run(signal));
  }

  /** Continues a workflow that was interrupted, stopped or failed. Rejects with `task_not_found`, `not_a_workflow`. */
  resume(taskId: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<WorkflowResult> {
    return this.#track((runtime) => runtime.resume(taskId, signal));
  }

  /** Rejects with `task_not_found`, `not_a_workflow`. */
  state(taskId: string): Promise<WorkflowState> {
    return this.#track((runtime) => runtime.state(taskId));
  }

  /** Everything that happens in the workflow and its subtasks. Ends when no run is left. */
  events(): AsyncIterableIterator<AgentEvent> {
    return this.#feed.read();
  }

  #track<Value>(work: (runtime: WorkflowRuntime) => Promise<Value>): Promise<Value> {
    return this.#feed.during(async () => work(await this.#open()));
  }

  #open(): Promise<WorkflowRuntime> {
    this.#runtime ??= import("./runtime/workflow-runtime.ts").then(({ WorkflowRuntime: Runtime }) =>
      Runtime.open(this.#options, (event) => this.#feed.push(event)),
    );
    return this.#runtime;
  }
}
