import type { CheckSpec, StepStatus } from "@roo-code/types";
import { phaseDependencies } from "./plan-order.ts";
import { currentAttempt, failedCheck, judge, laneName, mayRetry, subtaskStatus } from "./step-status.ts";
import type { Attempt, PhaseState, SubtaskState, WorkflowState } from "./workflow-state.ts";

type PhaseStep =
  | { readonly kind: "phase.start"; readonly phase: string }
  | { readonly kind: "phase.end"; readonly phase: string; readonly status: StepStatus };

export interface AttemptStep {
  readonly kind: "attempt";
  /** At most one step of a lane runs at a time. */
  readonly lane: string;
  readonly phase: PhaseState;
  /** Absent for a repair of the phase. */
  readonly subtask?: SubtaskState;
  /** Started but not ended: it is resumed. */
  readonly open?: Attempt;
}

export interface CheckStep {
  readonly kind: "check";
  readonly lane: string;
  /** The name in the log. */
  readonly step: string;
  readonly check: CheckSpec;
}

export type Step = PhaseStep | AttemptStep | CheckStep;

/** The steps that may run now, in the order of the plan, including those that are running already. */
export function nextSteps(state: WorkflowState): Step[] {
  return state.phases.flatMap((phase): Step[] => {
    if (phase.end) return [];
    const names = state.plan ? phaseDependencies(state.plan, phase.spec) : [];
    const dependencies = state.phases.filter(({ spec }) => names.includes(spec.id));
    if (dependencies.some(({ end }) => end && end.status !== "completed")) return [phaseEnd(phase, "skipped")];
    if (dependencies.some(({ end }) => !end)) return [];
    if (phase.startedAt === undefined) return [{ kind: "phase.start", phase: phase.spec.id }];
    return stepsInPhase(phase);
  });
}

function stepsInPhase(phase: PhaseState): Step[] {
  const statuses = new Map(phase.subtasks.map((subtask) => [subtask.spec.id, subtaskStatus(subtask, phase)]));
  const hasFailed = [...statuses.values()].includes("failed");
  const steps = phase.subtasks.flatMap((subtask) => {
    const isReady = (subtask.spec.dependsOn ?? []).every((id) => statuses.get(id) === "completed");
    // A failed phase starts nothing new, but what it has started runs to its end.
    return subtaskSteps(phase, subtask, isReady && !hasFailed);
  });
  if (steps.length > 0) return steps;
  if (hasFailed) return [phaseEnd(phase, "failed")];
  return checkOrRepair(phase);
}

function subtaskSteps(phase: PhaseState, subtask: SubtaskState, mayStart: boolean): Step[] {
  const lane = laneName(phase.spec.id, subtask.spec.id);
  const newAttempt: Step[] = mayStart ? [{ kind: "attempt", lane, phase, subtask }] : [];
  const attempt = currentAttempt(subtask);
  if (!attempt) return newAttempt;
  const { checks = [], retries = phase.spec.retries } = subtask.spec;
  switch (judge(attempt, checks)) {
    case "open":
      return [{ kind: "attempt", lane, phase, subtask, open: attempt }];
    case "unchecked":
      return checkStep(lane, attempt.callId, checks[attempt.checks.length]);
    case "failed":
      return mayRetry(subtask, retries) ? newAttempt : [];
    case "passed":
      return [];
  }
}

/** For a phase whose subtasks are all done: its own checks, and repairs if one fails. */
function checkOrRepair(phase: PhaseState): Step[] {
  const { spec, repairs, checks } = phase;
  const lane = laneName(spec.id);
  const repair = currentAttempt(repairs);
  if (repair && !repair.end) return [{ kind: "attempt", lane, phase, open: repair }];
  const isUnrepaired = repair !== undefined && checks.length === 0 && judge(repair) === "failed";
  if (isUnrepaired || failedCheck(checks)) {
    const used = repairs.attempts.length - repairs.forgiven;
    return used < (spec.retries ?? 0) ? [{ kind: "attempt", lane, phase }] : [phaseEnd(phase, "failed")];
  }
  const check = spec.checks?.[checks.length];
  return check ? checkStep(lane, spec.id, check) : [phaseEnd(phase, "completed")];
}

function checkStep(lane: string, step: string, check: CheckSpec | undefined): Step[] {
  return check ? [{ kind: "check", lane, step, check }] : [];
}

function phaseEnd(phase: PhaseState, status: StepStatus): PhaseStep {
  return { kind: "phase.end", phase: phase.spec.id, status };
}
