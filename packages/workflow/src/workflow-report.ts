import { addUsage, type CheckReport, noUsage, type PhaseReport, type SubtaskReport, type Usage } from "@roo-code/types";
import { phaseStatus, subtaskStatus } from "./step-status.ts";
import type { Attempt, CheckResult, PhaseState, WorkflowState } from "./workflow-state.ts";

export function reportPhases({ phases }: WorkflowState): PhaseReport[] {
  return phases.map((phase) => ({
    id: phase.spec.id,
    name: phase.spec.name ?? phase.spec.id,
    status: phaseStatus(phase),
    ...duration(phase.startedAt, phase.end?.at),
    usage: usageOf([...phase.subtasks.flatMap(({ attempts }) => attempts), ...phase.repairs.attempts]),
    subtasks: phase.subtasks.map((subtask) => reportSubtask(subtask, phase)),
    repairs: phase.repairs.attempts.map(({ taskId }) => taskId),
    checks: phase.checks.map(reportCheck),
  }));
}

function reportSubtask(subtask: PhaseState["subtasks"][number], phase: PhaseState): SubtaskReport {
  const { attempts, spec } = subtask;
  const status = subtaskStatus(subtask, phase);
  const last = attempts.at(-1);
  const endedAt = status === "running" ? undefined : (last?.checks.at(-1)?.at ?? last?.end?.at);
  return {
    id: spec.id,
    status,
    attempts: attempts.length,
    taskIds: attempts.map(({ taskId }) => taskId),
    ...duration(attempts[0]?.startedAt, endedAt),
    usage: usageOf(attempts),
    checks: (last?.checks ?? []).map(reportCheck),
  };
}

function reportCheck({ command, exitCode, durationMs }: CheckResult): CheckReport {
  return { command, exitCode, durationMs };
}

function usageOf(attempts: readonly Attempt[]): Usage {
  return attempts.reduce((sum, { end }) => (end ? addUsage(sum, end.usage) : sum), noUsage());
}

function duration(
  startedAt: string | undefined,
  endedAt: string | undefined,
): { startedAt?: string; durationMs?: number } {
  if (startedAt === undefined) return {};
  if (endedAt === undefined) return { startedAt };
  return { startedAt, durationMs: Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)) };
}
