import { shellAt, smallestRules } from "@roo-code/host";
import {
  type EventOf,
  type OpenCall,
  reduceTask,
  type TaskEvent,
  type TaskId,
  type TaskState,
  type TaskSummary,
} from "@roo-code/types";
import type { ApiTaskSummary, PendingApproval, PendingQuestion, TaskView } from "@roo-code/types/api";

export interface WholeTask {
  readonly summary: TaskSummary;
  readonly view: ApiTaskSummary;
  readonly events: readonly TaskEvent[];
  readonly children: readonly ApiTaskSummary[];
  readonly condenseThreshold: number;
}

/** All that a task comes to now, but for its events. */
export async function wholeTask({ summary, view, events, children, condenseThreshold }: WholeTask): Promise<TaskView> {
  const state = reduceTask(events);
  const run = newest(events, "run.start");
  const isRunning = summary.status === "running";
  const open = isRunning ? state.openCalls : [];
  return {
    ...view,
    turns: state.turns,
    usage: state.usage,
    lastSeq: state.lastSeq,
    mode: state.mode,
    waitsFor: waitsFor(open),
    result: isRunning ? null : (state.outcome?.result ?? null),
    error: isRunning ? null : errorOf(state),
    verification: state.outcome?.verification ?? null,
    todos: [...state.todos],
    context: newest(events, "turn.start")?.context ?? null,
    condenseThreshold,
    limits: run?.limits ?? {},
    autoApprove: run?.autoApprove ?? [],
    approvals: await Promise.all(open.flatMap((call) => pendingApproval(call, summary))),
    questions: open.flatMap((call) => pendingQuestion(call, summary.taskId)),
    children: [...children],
    filesChanged: [...state.filesChanged].sort(),
  };
}

/** The tasks that were begun for it, by its own log. */
export function childrenOf(events: readonly TaskEvent[]): readonly TaskId[] {
  return [...new Set(events.flatMap((event) => (event.type === "subtask.start" ? [event.taskId] : [])))];
}

export async function approvalView(
  { taskId, callId, name, subject, at }: EventOf<"approval.requested"> & { readonly taskId: TaskId },
  root: string,
): Promise<PendingApproval> {
  const shell = shellAt({ root });
  const rules = await smallestRules(subject, { root, tool: name, shell });
  return { taskId, callId, name, subject, rules: [...rules], at };
}

export function questionView({
  taskId,
  callId,
  question,
  suggestions,
  at,
}: EventOf<"question.requested"> & { readonly taskId: TaskId }): PendingQuestion {
  return { taskId, callId, question, suggestions, at };
}

function pendingApproval(
  { pendingApproval: asked }: OpenCall,
  { taskId, cwd }: TaskSummary,
): Promise<PendingApproval>[] {
  return asked ? [approvalView({ ...asked, taskId }, cwd)] : [];
}

function pendingQuestion({ pendingQuestion: asked }: OpenCall, taskId: TaskId): PendingQuestion[] {
  return asked ? [questionView({ ...asked, taskId })] : [];
}

function waitsFor(open: readonly OpenCall[]): TaskView["waitsFor"] {
  if (open.some(({ pendingApproval: asked }) => asked)) return "approval";
  return open.some(({ pendingQuestion: asked }) => asked) ? "answer" : null;
}

function errorOf({ outcome }: TaskState): TaskView["error"] {
  return outcome?.error ? { code: outcome.error.code, message: outcome.error.message } : null;
}

function newest<Type extends TaskEvent["type"]>(events: readonly TaskEvent[], type: Type): EventOf<Type> | undefined {
  return events.findLast((event): event is EventOf<Type> => event.type === type);
}
