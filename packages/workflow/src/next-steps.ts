import type { CheckSpec, StepStatus } from "@roo-code/types";
import { phaseDependencies } from "./plan-order.ts";
import { currentAttempt, failedCheck, judge, laneName, mayTryAgain, subtaskStatus } from "./step-status.ts";
import type { Attempt, PhaseState, SubtaskState, WorkflowState } from "./workflow-state.ts";

export type PhaseStep =
  | { readonly kind: "phase.start"; readonly phase: string }
  | { readonly kind: "phase.end"; readonly phase: string; readonly status: StepStatus };

export interface AttemptStep {
  readonly kind: "attempt";
  /** At most one step of a lane is under way. */
  readonly lane: string;
  readonly phase: PhaseState;
  /** Absent for a repair of the phase. */
  readonly subtask?: SubtaskState;
  /** Begun, and not ended: goes on where it was. */
  readonly open?: Attempt;
}

export interface CheckStep {
  readonly kind: "check";
  readonly lane: string;
  /** As it is recorded. */
  readonly step: string;
  readonly check: CheckSpec;
}

export type Step = PhaseStep | AttemptStep | CheckStep;

/** State in, what may be done now out, in the order of the plan; what is under way already is among it. */
export function nextSteps(state: WorkflowState): Step[] {
  return state.phases.flatMap((phase): Step[] => {
    if (phase.end) return [];
    const names = state.plan ? phaseDependencies(state.plan, phase.spec) : [];
    const before = state.phases.filter(({ spec }) => names.includes(spec.id));
    if (before.some(({ end }) => end && end.status !== "completed")) return [ended(phase, "skipped")];
    if (before.some(({ end }) => !end)) return [];
    if (phase.startedAt === undefined) return [{ kind: "phase.start", phase: phase.spec.id }];
    return insidePhase(phase);
  });
}

function insidePhase(phase: PhaseState): Step[] {
  const statuses = new Map(phase.subtasks.map((subtask) => [subtask.spec.id, subtaskStatus(subtask, phase)]));
  const hasFailed = [...statuses.values()].includes("failed");
  const steps = phase.subtasks.flatMap((subtask) => {
    const isReady = (subtask.spec.dependsOn ?? []).every((id) => statuses.get(id) === "completed");
    // What a failed phase has not begun is not begun any more; what it has comes to its end.
    return nextOfSubtask(phase, subtask, isReady && !hasFailed);
  });
  if (steps.length > 0) return steps;
  if (hasFailed) return [ended(phase, "failed")];
  return nextOfPhase(phase);
}

function nextOfSubtask(phase: PhaseState, subtask: SubtaskState, mayBegin: boolean): Step[] {
  const lane = laneName(phase.spec.id, subtask.spec.id);
  const anew: Step[] = mayBegin ? [{ kind: "attempt", lane, phase, subtask }] : [];
  const attempt = currentAttempt(subtask);
  if (!attempt) return anew;
  const { checks = [], retries = phase.spec.retries } = subtask.spec;
  switch (judge(attempt, checks)) {
    case "open":
      return [{ kind: "attempt", lane, phase, subtask, open: attempt }];
    case "unchecked":
      return due(lane, attempt.callId, checks[attempt.checks.length]);
    case "failed":
      return mayTryAgain(subtask, retries) ? anew : [];
    case "passed":
      return [];
  }
}

/** All its subtasks are done: its own checks, and repairs where one fails. */
function nextOfPhase(phase: PhaseState): Step[] {
  const { spec, repairs, checks } = phase;
  const lane = laneName(spec.id);
  const repair = currentAttempt(repairs);
  if (repair && !repair.end) return [{ kind: "attempt", lane, phase, open: repair }];
  const isUnrepaired = repair !== undefined && checks.length === 0 && judge(repair) === "failed";
  if (isUnrepaired || failedCheck(checks)) {
    const used = repairs.attempts.length - repairs.forgiven;
    return used < (spec.retries ?? 0) ? [{ kind: "attempt", lane, phase }] : [ended(phase, "failed")];
  }
  const check = spec.checks?.[checks.length];
  return check ? due(lane, spec.id, check) : [ended(phase, "completed")];
}

function due(lane: string, step: string, check: CheckSpec | undefined): Step[] {
  return check ? [{ kind: "check", lane, step, check }] : [];
}

function ended(phase: PhaseState, status: StepStatus): PhaseStep {
  return { kind: "phase.end", phase: phase.spec.id, status };
}
