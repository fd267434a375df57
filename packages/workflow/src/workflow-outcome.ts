import { abortWords, type Failure, RooError, type RunStatus } from "@roo-code/types";
import { failedCheck, subtaskStatus } from "./step-status.ts";
import type { Attempt, PhaseState, WorkflowState } from "./workflow-state.ts";

export interface WorkflowOutcome {
  readonly status: RunStatus;
  readonly result: string | null;
  readonly error?: Failure;
}

/** An abort reason that says how the run ends. */
export class WorkflowStop extends Error {
  readonly outcome: WorkflowOutcome;

  constructor(status: RunStatus, error: Failure) {
    super(error.message);
    this.name = "WorkflowStop";
    this.outcome = { status, result: null, error };
  }
}

export function abortedBy(reason: "server_stopped" | undefined): WorkflowStop {
  const message = `${abortWords(reason)} The workflow can be resumed.`;
  return new WorkflowStop("aborted", { code: "aborted", message });
}

export function abortedOutcome(reason: unknown): WorkflowOutcome {
  if (reason instanceof WorkflowStop) return reason.outcome;
  return abortedBy(undefined).outcome;
}

/** What broke the run itself, as an outcome. */
export function brokenOutcome(cause: unknown): WorkflowOutcome {
  const message = cause instanceof Error ? cause.message : String(cause);
  const isKnown = cause instanceof RooError;
  const error = isKnown
    ? { code: cause.code, message: cause.next ? `${message} ${cause.next}` : message }
    : { code: "internal_error", message };
  return { status: "failed", result: null, error };
}

/** What a plan came to of which nothing is left to do. */
export function finishedOutcome({ phases }: WorkflowState): WorkflowOutcome {
  const failed = phases.find(({ end }) => end?.status === "failed");
  if (failed) return { status: "failed", result: null, error: { code: "step_failed", message: whyFailed(failed) } };
  const count = phases.reduce((sum, { subtasks }) => sum + subtasks.length, 0);
  const result = `Completed ${counted(phases.length, "phase")} with ${counted(count, "subtask")}.`;
  return { status: "completed", result };
}

function whyFailed(phase: PhaseState): string {
  const subtask = phase.subtasks.find((candidate) => subtaskStatus(candidate, phase) === "failed");
  if (!subtask)
    return `The phase ${phase.spec.id} failed: ${checkFailed(phase.checks) ?? reasonOf(phase.repairs.attempts.at(-1))}`;
  return `The step ${phase.spec.id}/${subtask.spec.id} failed: ${reasonOf(subtask.attempts.at(-1))}`;
}

function reasonOf(attempt: Attempt | undefined): string {
  const { end, checks = [] } = attempt ?? {};
  if (end && end.status !== "completed")
    return `its task ended as ${end.status}: ${end.error?.message ?? "no reason was given."}`;
  if (end && end.conflicts.length > 0)
    return `another task changed the same files: ${end.conflicts.slice(0, 10).join(", ")}.`;
  return checkFailed(checks) ?? "its task did not complete.";
}

function checkFailed(checks: Attempt["checks"]): string | undefined {
  const failed = failedCheck(checks);
  if (!failed) return undefined;
  const how = failed.exitCode === null ? "was ended before it was done" : `ended with exit code ${failed.exitCode}`;
  return `the check "${failed.command.slice(0, 200)}" ${how}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
