import {
  type EventDraft,
  type PendingRestore,
  type PendingUndo,
  type SkippedPath,
  type Snapshot,
  type SnapshotStore,
  settledSeq,
  type TaskEvent,
  type TaskId,
  type UndoChangesOptions,
  type UndoLabel,
  undoLabel,
} from "@roo-code/types";
import { endOpenChanges } from "./task-changes.ts";
import { requireEvent, type UndoContext, withSnapshots } from "./task-files.ts";
import { changeOf, type UndoOutcome } from "./undo-outcome.ts";

export interface UndoRequest {
  readonly taskId: TaskId;
  /** Limits the undo to these files and folders; workspace-relative. */
  readonly paths?: readonly string[] | undefined;
  /** Also rewinds the conversation. */
  readonly conversation?: boolean | undefined;
  /** Reports what would be done without doing it. */
  readonly isDryRun?: boolean | undefined;
  /** For files that others changed in the same lines: `mine` keeps them, `before` replaces them. */
  readonly take?: "mine" | "before" | undefined;
}

export interface UndoScene {
  readonly events: readonly TaskEvent[];
  readonly store: SnapshotStore;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly options: UndoChangesOptions;
  /** Set if a crash interrupted the same undo: the steps it had chosen. */
  readonly interrupted?: PendingUndo | undefined;
}

export interface UndoDone extends UndoOutcome {
  /** Describes the undo in the log. */
  readonly label: UndoLabel;
  /** The conversation continues from that event. */
  readonly rewind?: { readonly toSeq: number; readonly snapshot?: string };
  /** Those of `restored` and `removed` that regain the task's changes. */
  readonly returned?: readonly string[];
  /** Paths that existed then, are in no snapshot, and are gone. */
  readonly lost?: readonly SkippedPath[];
  /** Labels of calls that may have changed more than was undone: the first snapshot was not complete then. */
  readonly incomplete?: readonly string[];
}

/**
 * Locks the task's log, so that no run continues it meanwhile, and records the outcome of the work. Throws `RooError`
 * `task_busy` while the task is running.
 */
export async function undoTask<Done extends UndoDone>(
  context: UndoContext,
  request: UndoRequest & { readonly kind: UndoLabel["kind"] },
  work: (scene: UndoScene) => Promise<Done>,
): Promise<Done> {
  const { taskId, take, isDryRun = false } = request;
  const undo: PendingUndo = { taskId, request: requestKey(request) };
  const options: UndoChangesOptions = { by: taskId, isDryRun, onConflict: take ?? "leave", undo };
  const onScene = async (all: readonly TaskEvent[], store: SnapshotStore) => {
    const { events, interrupted } = beforePendingUndo(all, await store.pendingRestore(), undo);
    const snapshots = new Map((await store.list()).map((one) => [one.id, one]));
    const done = await work({ events, store, options, snapshots, interrupted });
    return { done, isRecorded: events.length < all.length };
  };
  if (isDryRun) {
    const events = await context.tasks.read(taskId);
    return withSnapshots(context, events, async (store) => (await onScene(events, store)).done);
  }
  const writer = await context.tasks.open(taskId);
  try {
    const history = writer.takeHistory();
    return await withSnapshots(context, history, async (store) => {
      const ended = await endOpenChanges(store, taskId, history);
      const { events, durable } = writer.append(ended);
      // Once files are undone, the changes of those calls can no longer be determined.
      if (ended.length > 0) await durable;
      const { done, isRecorded } = await onScene([...history, ...events], store);
      const drafts = isRecorded ? [] : draftsOf(done);
      if (drafts.length > 0) await writer.append(drafts).durable;
      if (done.change) await store.endRestore();
      return done;
    });
  } finally {
    await writer.close();
  }
}

/** The point to rewind the conversation to when files are restored to an event. */
export function rewindTo(events: readonly TaskEvent[], seq: number, snapshot?: string): UndoDone["rewind"] {
  return { toSeq: settledSeq(events, seq), snapshot };
}

function requestKey(
  request: UndoRequest & { readonly kind: UndoLabel["kind"]; readonly count?: number; readonly seq?: number },
): string {
  const { kind, count, seq, paths, conversation, take } = request;
  return JSON.stringify([kind, count, seq, paths, conversation, take]);
}

/**
 * A crash may happen after the undo was logged and before it was reported. Repeating it then completes that undo instead
 * of undoing another step, unless the task has changed since.
 */
function beforePendingUndo(
  events: readonly TaskEvent[],
  pending: PendingRestore | undefined,
  requested: PendingUndo,
): { readonly events: readonly TaskEvent[]; readonly interrupted?: PendingUndo | undefined } {
  const undo = pending?.undo;
  if (!undo || undo.taskId !== requested.taskId || undo.request !== requested.request) return { events };
  const after = pending.change?.after;
  const index = events.findIndex(
    (event) => event.type === "change.added" && after !== undefined && event.changes.at(-1)?.after === after,
  );
  if (index < 0) return { events, interrupted: undo };
  const hasContinued = events.slice(index + 1).some(({ type }) => type !== "rewind.added");
  return hasContinued ? { events } : { events: events.slice(0, index), interrupted: undo };
}

function draftsOf(done: UndoDone): EventDraft[] {
  const { label, change, kept, rewind } = done;
  const isDone = change !== undefined || kept.length > 0;
  return [
    ...(isDone ? [{ type: "change.added", label: undoLabel(label), ...changeOf(done) } as const] : []),
    ...(rewind ? [{ type: "rewind.added", ...rewind } as const] : []),
  ];
}

/** Continues the conversation from an event; files stay as they are. Throws `RooError` `unknown_event`, `task_busy`. */
export async function rewindConversation(
  { tasks }: Pick<UndoContext, "tasks">,
  { taskId, seq }: { readonly taskId: TaskId; readonly seq: number },
): Promise<void> {
  const writer = await tasks.open(taskId);
  try {
    const events = writer.takeHistory();
    requireEvent(events, seq);
    await writer.append([{ type: "rewind.added", toSeq: settledSeq(events, seq) }]).durable;
  } finally {
    await writer.close();
  }
}
