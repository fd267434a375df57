import type { CheckSpec, StepProgress } from "@roo-code/types";
import type { Attempt, Attempts, CheckResult, PhaseState, SubtaskState } from "./workflow-state.ts";

/** `open`: not ended. `unchecked`: its next check has to run. */
type Verdict = "open" | "unchecked" | "passed" | "failed";

/** The newest attempt that counts. */
export function currentAttempt({ attempts, forgiven }: Attempts): Attempt | undefined {
  return attempts.length > forgiven ? attempts.at(-1) : undefined;
}

export function judge(attempt: Attempt, specs: readonly CheckSpec[] = []): Verdict {
  if (!attempt.end) return "open";
  if (attempt.end.status !== "completed" || attempt.end.conflicts.length > 0) return "failed";
  if (failedCheck(attempt.checks)) return "failed";
  return attempt.checks.length < specs.length ? "unchecked" : "passed";
}

export function failedCheck(checks: readonly CheckResult[]): CheckResult | undefined {
  return checks.find(({ exitCode }) => exitCode !== 0);
}

/** Whether another attempt is allowed after one that failed. */
export function mayRetry({ attempts, forgiven }: Attempts, retries = 0): boolean {
  return attempts.length - forgiven <= retries;
}

export function subtaskStatus(subtask: SubtaskState, phase: PhaseState): StepProgress {
  const attempt = currentAttempt(subtask);
  if (!attempt) return phase.end ? "skipped" : "waiting";
  const verdict = judge(attempt, subtask.spec.checks);
  if (verdict === "passed") return "completed";
  if (verdict !== "failed") return "running";
  const willRetry = !phase.end && mayRetry(subtask, subtask.spec.retries ?? phase.spec.retries);
  return willRetry ? "running" : "failed";
}

export function phaseStatus({ end, startedAt }: PhaseState): StepProgress {
  return end?.status ?? (startedAt === undefined ? "waiting" : "running");
}

/** What attempts and checks are recorded under: `phase/subtask`, or the phase for repairs and its own checks. */
export function laneName(phase: string, subtask?: string): string {
  return subtask === undefined ? phase : `${phase}/${subtask}`;
}

export function callName(lane: string, attempt: number): string {
  return `${lane}#${attempt}`;
}

/** The phase and the subtask of a call or a check's step. */
export function parseStep(step: string): { phase: string; subtask?: string } {
  const [lane = ""] = step.split("#", 1);
  const [phase = "", subtask] = lane.split("/");
  return { phase, subtask };
}
