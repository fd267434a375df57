import {
  type EventOf,
  reduceTask,
  type TaskEvent,
  type TaskId,
  type TaskState,
  type TaskSummary,
} from "@roo-code/types";
import type { ApiTaskSummary, TaskView } from "@roo-code/types/api";
import type { PendingViews } from "./pending.ts";

export interface WholeTask {
  readonly summary: TaskSummary;
  readonly view: ApiTaskSummary;
  readonly events: readonly TaskEvent[];
  readonly children: readonly ApiTaskSummary[];
  readonly condenseThreshold: number;
  readonly pending: PendingViews;
  /** Whether this process works on it. */
  readonly isOurs: boolean;
}

/** All that a task comes to now, but for its events. */
export function wholeTask(whole: WholeTask): TaskView {
  const { summary, view, events, children, condenseThreshold, pending, isOurs } = whole;
  const state = reduceTask(events);
  const run = newest(events, "run.start");
  const isRunning = summary.status === "running";
  return {
    ...view,
    turns: state.turns,
    usage: state.usage,
    lastSeq: state.lastSeq,
    mode: state.mode,
    waitsFor: waitsFor(pending),
    runsElsewhere: isRunning && !isOurs,
    result: isRunning ? null : (state.outcome?.result ?? null),
    error: isRunning ? null : errorOf(state),
    verification: state.outcome?.verification ?? null,
    todos: [...state.todos],
    context: newest(events, "turn.start")?.context ?? null,
    condenseThreshold,
    limits: run?.limits ?? {},
    autoApprove: run?.autoApprove ?? [],
    approvals: [...pending.approvals],
    questions: [...pending.questions],
    children: [...children],
    filesChanged: [...state.filesChanged].sort(),
  };
}

/** The tasks that were begun for it, by its own log. */
export function childrenOf(events: readonly TaskEvent[]): readonly TaskId[] {
  return [...new Set(events.flatMap((event) => (event.type === "subtask.start" ? [event.taskId] : [])))];
}

function waitsFor({ approvals, questions }: PendingViews): TaskView["waitsFor"] {
  if (approvals.length > 0) return "approval";
  return questions.length > 0 ? "answer" : null;
}

function errorOf({ outcome }: TaskState): TaskView["error"] {
  return outcome?.error ? { code: outcome.error.code, message: outcome.error.message } : null;
}

function newest<Type extends TaskEvent["type"]>(events: readonly TaskEvent[], type: Type): EventOf<Type> | undefined {
  return events.findLast((event): event is EventOf<Type> => event.type === type);
}
