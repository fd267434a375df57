import {
  type EventDraft,
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
import { endOpenChanges } from "./end-open-changes.ts";
import { type UndoPlaces, withSnapshots } from "./task-files.ts";
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
}

export interface UndoDone extends UndoOutcome {
  /** What it was, for the log. */
  readonly label: UndoLabel;
  /** The conversation goes on from that event. */
  readonly rewind?: { readonly toSeq: number; readonly snapshot?: string };
  /** What was there then, is in no snapshot, and is gone. */
  readonly lost?: readonly SkippedPath[];
}

/**
 * Holds the task, so that nobody goes on with it meanwhile, and records what the work did. Throws `RooError`
 * `task_busy` where somebody works on it.
 */
export async function undoTask<Done extends UndoDone>(
  places: UndoPlaces,
  request: UndoRequest,
  work: (scene: UndoScene) => Promise<Done>,
): Promise<Done> {
  const { taskId, take, isDryRun = false } = request;
  const options: TakeBackOptions = { by: taskId, isDryRun, onConflict: take ?? "leave" };
  const onScene = (events: readonly TaskEvent[], store: SnapshotStore): Promise<Done> =>
    store.list().then((all) => work({ events, store, options, snapshots: new Map(all.map((one) => [one.id, one])) }));
  if (isDryRun) {
    const events = await places.tasks.read(taskId);
    return withSnapshots(places, events, (store) => onScene(events, store));
  }
  const writer = await places.tasks.open(taskId);
  try {
    const history = writer.takeHistory();
    return await withSnapshots(places, history, async (store) => {
      const ended = await endOpenChanges(store, taskId, history);
      const { events } = ended.length > 0 ? writer.append(ended) : { events: [] };
      const done = await onScene([...history, ...events], store);
      const drafts = draftsOf(done);
      if (drafts.length + ended.length > 0) await writer.append(drafts).durable;
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

function draftsOf(done: UndoDone): EventDraft[] {
  const { label, change, kept, rewind } = done;
  const isDone = change !== undefined || kept.length > 0;
  return [
    ...(isDone ? [{ type: "change.added", label: undoLabel(label), ...changeOf(done) } as const] : []),
    ...(rewind ? [{ type: "rewind.added", ...rewind } as const] : []),
  ];
}
