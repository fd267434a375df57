import { addUsage, type EventOf, noUsage, type TaskEvent, type WorkflowPlan } from "@roo-code/types";
import { parseStep, subtaskStatus } from "./step-status.ts";
import type { Attempts, PhaseState, WorkflowState } from "./workflow-state.ts";

export function emptyWorkflow(): WorkflowState {
  return {
    taskId: "",
    plan: undefined,
    phases: [],
    children: 0,
    turns: 0,
    usage: noUsage(),
    filesChanged: new Set(),
    run: undefined,
    outcome: undefined,
  };
}

export function foldWorkflow(events: Iterable<TaskEvent>): WorkflowState {
  const state = emptyWorkflow();
  for (const event of events) foldWorkflowEvent(state, event);
  return state;
}

/** Folds one event into the state, in place. Other kinds of events are ignored. */
export function foldWorkflowEvent(state: WorkflowState, event: TaskEvent): void {
  if (event.type === "task.start") state.taskId = event.taskId;
  if (event.type === "workflow.start") startPlan(state, event.plan);
  if (event.type === "run.start") startRun(state, event);
  if (event.type === "run.end") {
    state.run = undefined;
    state.outcome = event;
  }
  if (event.type === "phase.start" || event.type === "phase.end") foldPhase(state, event);
  if (event.type === "subtask.start") foldStart(state, event);
  if (event.type === "subtask.end") foldEnd(state, event);
  if (event.type === "check.end") foldCheck(state, event);
}

function startPlan(state: WorkflowState, plan: WorkflowPlan): void {
  state.plan = plan;
  state.phases = plan.phases.map((spec) => ({
    spec,
    subtasks: spec.subtasks.map((subtask) => ({ spec: subtask, attempts: [], forgiven: 0 })),
    repairs: { attempts: [], forgiven: 0 },
    checks: [],
  }));
}

/** Resuming a failed workflow retries what failed: the user has presumably changed something since. */
function startRun(state: WorkflowState, event: EventOf<"run.start">): void {
  if (state.outcome?.status === "failed" && !state.run)
    for (const phase of state.phases) if (phase.end && phase.end.status !== "completed") reopen(phase);
  state.run = event;
}

function reopen(phase: PhaseState): void {
  for (const subtask of phase.subtasks)
    if (subtaskStatus(subtask, phase) === "failed") subtask.forgiven = subtask.attempts.length;
  phase.repairs.forgiven = phase.repairs.attempts.length;
  phase.checks = [];
  delete phase.end;
}

function foldPhase(state: WorkflowState, event: EventOf<"phase.start"> | EventOf<"phase.end">): void {
  const phase = findPhase(state, event.phase);
  if (!phase) return;
  if (event.type === "phase.start") phase.startedAt = event.at;
  else phase.end = { status: event.status, at: event.at };
}

function foldStart(state: WorkflowState, event: EventOf<"subtask.start">): void {
  state.children += 1;
  const { callId, taskId, agent, mode, message, worktree, at: startedAt } = event;
  findAttempts(state, callId)?.attempts.push({ callId, taskId, agent, mode, message, worktree, startedAt, checks: [] });
}

function foldEnd(state: WorkflowState, event: EventOf<"subtask.end">): void {
  state.turns += event.turns;
  state.usage = addUsage(state.usage, event.usage);
  for (const path of event.filesChanged) state.filesChanged.add(path);
  const attempt = findAttempts(state, event.callId)?.attempts.findLast(({ callId }) => callId === event.callId);
  if (!attempt) return;
  const { status, usage, conflicts = [], result = null, error, at } = event;
  attempt.end = { status, usage, conflicts, result, at, error };
  const { phase, subtask } = parseStep(event.callId);
  const repaired = subtask === undefined ? findPhase(state, phase) : undefined;
  if (repaired) repaired.checks = [];
}

function foldCheck(state: WorkflowState, event: EventOf<"check.end">): void {
  const { command, exitCode, output, durationMs, at } = event;
  const { phase, subtask } = parseStep(event.step);
  const attempt = findAttempts(state, event.step)?.attempts.findLast(({ callId }) => callId === event.step);
  const checks = subtask === undefined ? findPhase(state, phase)?.checks : attempt?.checks;
  checks?.push({ command, exitCode, output, durationMs, at });
}

function findPhase(state: WorkflowState, id: string): PhaseState | undefined {
  return state.phases.find(({ spec }) => spec.id === id);
}

function findAttempts(state: WorkflowState, step: string): Attempts | undefined {
  const { phase: id, subtask } = parseStep(step);
  const phase = findPhase(state, id);
  return subtask === undefined ? phase?.repairs : phase?.subtasks.find(({ spec }) => spec.id === subtask);
}
