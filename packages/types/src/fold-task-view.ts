import type { ApprovalKind } from "./approval-kinds.ts";
import { type Asked, foldAsked, waitsFor } from "./asked.ts";
import type { RunStatus, TaskEvent } from "./event.ts";
import type { Verification } from "./evidence.ts";
import { foldLog } from "./fold-log.ts";
import type { TaskId } from "./ids.ts";
import type { Limits } from "./limits.ts";
import type { TaskStatus } from "./log.ts";
import type { ContextTokens } from "./receipt.ts";
import type { Todo } from "./todo.ts";
import type { Usage } from "./usage.ts";
import { addUsage, noUsage, usageOf } from "./usage-sum.ts";

/** A task as shown to people, derived from its own events. Plain JSON, so that it can be sent and updated elsewhere. */
export interface FoldedTask {
  lastSeq: number;
  /** `running` from a run's start to its end; the log does not know whether the process is still alive. */
  status: TaskStatus;
  /** Open requests of its own calls; those of subtasks are in their logs. */
  waitsFor: "approval" | "answer" | null;
  asked: readonly Asked[];
  mode: string;
  model: string | null;
  turns: number;
  /** Including subtasks. */
  usage: Usage;
  /** Start of the pending model request; null if there is none. */
  requestedAt: string | null;
  /** Composition of the newest request. */
  context: ContextTokens | null;
  limits: Limits;
  autoApprove: readonly ApprovalKind[];
  todos: readonly Todo[];
  /** By name. */
  filesChanged: readonly string[];
  subtasks: readonly FoldedSubtask[];
  /** Of the newest run, once it has ended. */
  result: string | null;
  error: { readonly code: string; readonly message: string } | null;
  verification: Verification | null;
}

export interface FoldedSubtask {
  readonly taskId: TaskId;
  readonly callId: string;
  /** Its name in the tree of tasks. */
  readonly agent: string;
  readonly mode: string;
  /** null until it has ended. */
  readonly status: RunStatus | null;
}

export function emptyTaskView(): FoldedTask {
  return {
    lastSeq: 0,
    status: "interrupted",
    waitsFor: null,
    asked: [],
    mode: "",
    model: null,
    turns: 0,
    usage: noUsage(),
    requestedAt: null,
    context: null,
    limits: {},
    autoApprove: [],
    todos: [],
    filesChanged: [],
    subtasks: [],
    result: null,
    error: null,
    verification: null,
  };
}

/** A whole log, rewinds included. */
export function reduceTaskView(events: Iterable<TaskEvent>): FoldedTask {
  return foldLog(events, {
    state: emptyTaskView(),
    fold: foldTaskView,
    keep: ({ mode, todos, filesChanged }) => ({ mode, todos, filesChanged }),
    rewind: (view, event, target) => {
      const { mode, todos, filesChanged } = target ?? emptyTaskView();
      foldTaskView(view, event);
      Object.assign(view, { mode, todos, filesChanged });
    },
  });
}

/**
 * Folds one more event into a view: fields are replaced, never mutated. A rewind only clears the open requests:
 * the mode, todos and files it restores are in earlier events (`reduceTaskView`).
 */
export function foldTaskView(view: FoldedTask, event: TaskEvent): void {
  view.lastSeq = event.seq;
  const used = usageOf(event);
  if (used) view.usage = addUsage(view.usage, used);
  const asked = foldAsked(view.asked, event, (open) => open);
  if (asked !== view.asked) {
    view.asked = asked;
    view.waitsFor = waitsFor(asked);
  }
  switch (event.type) {
    case "task.start":
    case "mode.start":
      view.mode = event.mode;
      return;
    case "run.start":
      view.status = "running";
      view.model = event.model;
      view.limits = event.limits;
      view.autoApprove = event.autoApprove;
      view.result = null;
      view.error = null;
      view.verification = null;
      return;
    case "run.end":
      view.status = event.status;
      view.requestedAt = null;
      view.result = event.result;
      view.error = event.error ? { code: event.error.code, message: event.error.message } : null;
      view.verification = event.verification ?? null;
      view.filesChanged = withFiles(view.filesChanged, event.filesChanged);
      return;
    case "turn.start":
      view.requestedAt = event.at;
      view.context = event.context ?? view.context;
      return;
    case "turn.end":
      view.requestedAt = null;
      view.turns += 1;
      view.model = event.model ?? view.model;
      return;
    case "turn.failed":
      view.requestedAt = null;
      return;
    case "tool.end":
      view.filesChanged = withFiles(view.filesChanged, event.steps?.map(({ path }) => path) ?? []);
      return;
    case "change.added":
      // An undo changes files, too, but not on behalf of the task.
      if (event.callId === undefined) return;
      view.filesChanged = withFiles(
        view.filesChanged,
        event.files.map(({ path }) => path),
      );
      return;
    case "todos.added":
      view.todos = event.todos;
      return;
    case "subtask.start": {
      const { taskId, callId, agent, mode } = event;
      view.subtasks = [...view.subtasks, { taskId, callId, agent, mode, status: null }];
      return;
    }
    case "subtask.end":
      view.subtasks = view.subtasks.map((subtask) =>
        subtask.taskId === event.taskId ? { ...subtask, status: event.status } : subtask,
      );
      view.filesChanged = withFiles(view.filesChanged, event.filesChanged);
      return;
    case "message.added":
    case "abort.requested":
    case "condense.requested":
    case "summary.added":
    case "snapshot.added":
    case "rewind.added":
    case "workflow.start":
    case "phase.start":
    case "phase.end":
    case "check.end":
    case "hook.end":
    case "tool.start":
    case "connection.start":
    case "connection.added":
    case "connection.failed":
    case "mcp.end":
    case "resource.end":
    case "sample.end":
    case "approval.requested":
    case "approval.end":
    case "question.requested":
    case "question.end":
    case "notice.added":
      return;
    default:
      // Of a newer version.
      event satisfies never;
  }
}

function withFiles(known: readonly string[], paths: readonly string[]): readonly string[] {
  const added = paths.filter((path) => !known.includes(path));
  return added.length === 0 ? known : [...new Set([...known, ...added])].sort();
}
