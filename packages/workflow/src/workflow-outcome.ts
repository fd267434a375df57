import { abortMessage, type Failure, RooError, type RunStatus } from "@roo-code/types";
import { failedCheck, subtaskStatus } from "./step-status.ts";
import type { Attempt, PhaseState, WorkflowState } from "./workflow-state.ts";

export interface WorkflowOutcome {
  readonly status: RunStatus;
  readonly result: string | null;
  readonly error?: Failure;
}

/** An abort reason that determines the outcome of the run. */
export class WorkflowStop extends Error {
  readonly outcome: WorkflowOutcome;

  constructor(status: RunStatus, error: Failure) {
    super(error.message);
    this.name = "WorkflowStop";
    this.outcome = { status, result: null, error };
  }
}

export function abortedBy(reason: "server_stopped" | undefined): WorkflowStop {
  const message = `${abortMessage(reason)} The workflow can be resumed.`;
  return new WorkflowStop("aborted", { code: "aborted", message });
}

export function abortedOutcome(reason: unknown): WorkflowOutcome {
  if (reason instanceof WorkflowStop) return reason.outcome;
  return abortedBy(undefined).outcome;
}

/** The outcome of a run that could not continue, such as when the disk is full. */
export function brokenOutcome(cause: unknown): WorkflowOutcome {
  const message = cause instanceof Error ? cause.message : String(cause);
  const isKnown = cause instanceof RooError;
  const error = isKnown
    ? { code: cause.code, message: cause.next ? `${message} ${cause.next}` : message }
    : { code: "internal_error", message };
  return { status: "failed", result: null, error };
}

/** The outcome of a plan with no steps left. */
export function finishedOutcome({ phases }: WorkflowState): WorkflowOutcome {
  const failed = phases.find(({ end }) => end?.status === "failed");
  if (failed)
    return { status: "failed", result: null, error: { code: "step_failed", message: describeFailure(failed) } };
  const count = phases.reduce((sum, { subtasks }) => sum + subtasks.length, 0);
  const result = `Completed ${counted(phases.length, "phase")} with ${counted(count, "subtask")}.`;
  return { status: "completed", result };
}

function describeFailure(phase: PhaseState): string {
  const subtask = phase.subtasks.find((candidate) => subtaskStatus(candidate, phase) === "failed");
  if (!subtask)
    return `Phase ${phase.spec.id} failed: ${checkFailure(phase.checks) ?? attemptFailure(phase.repairs.attempts.at(-1))}`;
  return `Step ${phase.spec.id}/${subtask.spec.id} failed: ${attemptFailure(subtask.attempts.at(-1))}`;
}

function attemptFailure(attempt: Attempt | undefined): string {
  const { end, checks = [] } = attempt ?? {};
  if (end && end.status !== "completed")
    return `its task ended as ${end.status}: ${end.error?.message ?? "no reason given."}`;
  if (end && end.conflicts.length > 0)
    return `another task changed the same files: ${end.conflicts.slice(0, 10).join(", ")}.`;
  return checkFailure(checks) ?? "its task did not complete.";
}

function checkFailure(checks: Attempt["checks"]): string | undefined {
  const failed = failedCheck(checks);
  if (!failed) return undefined;
  const how = failed.exitCode === null ? "was stopped before it finished" : `ended with exit code ${failed.exitCode}`;
  return `the check "${failed.command.slice(0, 200)}" ${how}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
