import { randomUUID } from "node:crypto";
import type { Clock, Limits, Op, TaskId, TaskWriter, Workspace } from "@roo-code/types";
import {
  abortedBy,
  type CheckOutcome,
  limitFailure,
  type WorkflowRecord,
  type WorkflowResult,
  type WorkflowRunner,
  type WorkflowState,
  WorkflowStop,
} from "@roo-code/workflow";
import type { LocalWorkspace } from "@roo-code/workspace";
import { closeSafely } from "../session/close-safely.ts";
import type { DisposableSnapshots } from "../undo/task-snapshots.ts";
import type { WorkflowSubtasks } from "./workflow-host.ts";

interface WorkflowSessionParts {
  readonly record: WorkflowRecord;
  readonly runner: WorkflowRunner;
  readonly subtasks: WorkflowSubtasks;
  readonly writer: TaskWriter;
  readonly workspace: LocalWorkspace;
  readonly snapshots: DisposableSnapshots;
  readonly limits: Limits;
  readonly clock: Clock;
}

/** A workflow that this process has locked. */
export class WorkflowSession {
  readonly #parts: WorkflowSessionParts;
  readonly #stop = new AbortController();

  /** The outcome of the previous run. */
  readonly #previousOutcome: WorkflowState["outcome"];

  constructor(parts: WorkflowSessionParts) {
    this.#parts = parts;
    this.#previousOutcome = parts.record.state.outcome;
  }

  get taskId(): TaskId {
    return this.#parts.writer.taskId;
  }

  /** The folded state of the workflow. Not to be changed. */
  get state(): Readonly<WorkflowState> {
    return this.#parts.record.state;
  }

  /** Submits an op to one of its subtasks, or aborts the workflow. */
  async submit(op: Op, taskId: TaskId = this.taskId): Promise<void> {
    if (taskId !== this.taskId) await this.#parts.subtasks.submit(op, taskId);
    else if (op.type === "run.abort") await this.#abort(op);
  }

  /** Stops everything that is running; it continues when the workflow is resumed. */
  abort(): void {
    // If the disk fails here, it fails at the end of the run as well, which reports it.
    this.submit({ type: "run.abort", opId: randomUUID() }).catch(() => {});
  }

  /** Stops at once, even if the event cannot be written. */
  async #abort({ opId, reason }: Extract<Op, { type: "run.abort" }>): Promise<void> {
    const { record } = this.#parts;
    // Ignores repeated requests, and nothing may be recorded after the end of a run.
    if (this.#stop.signal.aborted || record.state.outcome !== this.#previousOutcome) return;
    try {
      record.append({ type: "abort.requested", opId, reason });
    } finally {
      this.#stop.abort(abortedBy(reason));
    }
    await record.commit();
  }

  /** Runs to an outcome, then closes everything. To be called once. */
  async run(): Promise<WorkflowResult> {
    const { runner, workspace, snapshots, writer } = this.#parts;
    const done = new AbortController();
    this.#startDeadline(done.signal);
    try {
      return await runner.run({ signal: this.#stop.signal });
    } finally {
      done.abort();
      await closeSafely("workspace", () => workspace.dispose());
      await closeSafely("log", () => writer.close());
      await closeSafely("snapshots", () => snapshots.dispose());
    }
  }

  /** Kills all processes at once, for a process about to exit. The logs are left as after a crash. */
  disposeNow(): void {
    this.#parts.subtasks.disposeNow();
    this.#parts.workspace.disposeNow();
  }

  /** The time limit also stops what is running, unlike other limits. */
  #startDeadline(done: AbortSignal): void {
    const { limits, clock } = this.#parts;
    const { seconds } = limits;
    if (seconds === undefined) return;
    void clock.sleep(seconds * 1000, done).then(() => {
      if (!done.aborted) this.#stop.abort(new WorkflowStop("limit", limitFailure("time", `${seconds} seconds`)));
    });
  }
}

const outputBytes = 16 * 1024;

/** Runs a check command of a plan in the workspace. It comes from the user and needs no approval. */
export async function runCheck(
  workspace: Workspace,
  command: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<CheckOutcome> {
  const outcome = await workspace.execute({
    command,
    timeoutMs,
    signal,
    maxOutputBytes: outputBytes,
    onOutput: () => {},
  });
  const { exitCode, output, durationMs, ended } = outcome;
  const reasons = {
    timeout: `Ended after ${timeoutMs / 1000} seconds.`,
    processes: "Ended: it started too many processes.",
  };
  const note = ended === "timeout" || ended === "processes" ? `\n${reasons[ended]}` : "";
  return { exitCode: note ? null : exitCode, output: `${output}${note}`.trim(), durationMs: Math.round(durationMs) };
}
