import {
  type EventDraft,
  type PendingRestore,
  type PendingUndo,
  type SkippedPath,
  type Snapshot,
  type SnapshotStore,
  settledSeq,
  type TakeBackOptions,
  type TaskEvent,
  type TaskId,
  type UndoLabel,
  undoLabel,
} from "@roo-code/types";
import { endOpenChanges } from "./task-changes.ts";
import { requireEvent, type UndoContext, withSnapshots } from "./task-files.ts";
import { changeOf, type UndoOutcome } from "./undo-outcome.ts";

export interface UndoRequest {
  readonly taskId: TaskId;
  /** Only these, and what is below them; workspace-relative. */
  readonly paths?: readonly string[] | undefined;
  /** The conversation goes back, too. */
  readonly conversation?: boolean | undefined;
  /** Say what would be done, and do nothing. */
  readonly isDryRun?: boolean | undefined;
  /** Of files that somebody else changed in the same lines: `mine` are left and done with, `before` replaces them. */
  readonly take?: "mine" | "before" | undefined;
}

/** A task that is to be taken back. */
export interface UndoScene {
  readonly events: readonly TaskEvent[];
  readonly store: SnapshotStore;
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly options: TakeBackOptions;
  /** The same undo was cut short before: what it had chosen. */
  readonly cutShort?: PendingUndo | undefined;
}

export interface UndoDone extends UndoOutcome {
  /** What it was, for the log. */
  readonly label: UndoLabel;
  /** The conversation goes on from that event. */
  readonly rewind?: { readonly toSeq: number; readonly snapshot?: string };
  /** Those of `restored` and `removed` that get the task's changes again. */
  readonly returned?: readonly string[];
  /** What was there then, is in no snapshot, and is gone. */
  readonly lost?: readonly SkippedPath[];
}

/**
 * Holds the task, so that nobody goes on with it meanwhile, and records what the work did. Throws `RooError`
 * `task_busy` where somebody works on it.
 */
export async function undoTask<Done extends UndoDone>(
  context: UndoContext,
  request: UndoRequest & { readonly kind: UndoLabel["kind"] },
  work: (scene: UndoScene) => Promise<Done>,
): Promise<Done> {
  const { taskId, take, isDryRun = false } = request;
  const undo: PendingUndo = { taskId, request: requestKey(request) };
  const options: TakeBackOptions = { by: taskId, isDryRun, onConflict: take ?? "leave", undo };
  const onScene = async (all: readonly TaskEvent[], store: SnapshotStore) => {
    const { events, cutShort } = asItBegan(all, await store.pendingRestore(), undo);
    const snapshots = new Map((await store.list()).map((one) => [one.id, one]));
    const done = await work({ events, store, options, snapshots, cutShort });
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
      // Once files go back, nobody can look any more at what those calls changed.
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

/** Where the conversation goes back to when files go back to an event. */
export function rewindTo(events: readonly TaskEvent[], seq: number, snapshot?: string): UndoDone["rewind"] {
  return { toSeq: settledSeq(events, seq), ...(snapshot !== undefined && { snapshot }) };
}

function requestKey(
  request: UndoRequest & { readonly kind: UndoLabel["kind"]; readonly count?: number; readonly seq?: number },
): string {
  const { kind, count, seq, paths, conversation, take } = request;
  return JSON.stringify([kind, count, seq, paths, conversation, take]);
}

/**
 * A crash may have come after the log had the undo and before anybody was told. The same again then completes that one
 * instead of taking back one more step; unless something was done since.
 */
function asItBegan(
  events: readonly TaskEvent[],
  pending: PendingRestore | undefined,
  wanted: PendingUndo,
): { readonly events: readonly TaskEvent[]; readonly cutShort?: PendingUndo | undefined } {
  const undo = pending?.undo;
  if (!undo || undo.taskId !== wanted.taskId || undo.request !== wanted.request) return { events };
  const after = pending.change?.after;
  const index = events.findIndex(
    (event) => event.type === "change.added" && after !== undefined && event.changes.at(-1)?.after === after,
  );
  if (index < 0) return { events, cutShort: undo };
  const hasGoneOn = events.slice(index + 1).some(({ type }) => type !== "rewind.added");
  return hasGoneOn ? { events } : { events: events.slice(0, index), cutShort: undo };
}

function draftsOf(done: UndoDone): EventDraft[] {
  const { label, change, kept, rewind } = done;
  const isDone = change !== undefined || kept.length > 0;
  return [
    ...(isDone ? [{ type: "change.added", label: undoLabel(label), ...changeOf(done) } as const] : []),
    ...(rewind ? [{ type: "rewind.added", ...rewind } as const] : []),
  ];
}

/** The conversation goes on from an event; files stay as they are. Throws `RooError` `unknown_event`, `task_busy`. */
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
