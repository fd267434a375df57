import {
  type EventDraft,
  type SkippedPath,
  type Snapshot,
  type SnapshotStore,
  settledSeq,
  type TaskEvent,
  type TaskId,
  type UndoLabel,
  undoLabel,
} from "@roo-code/types";
import { StepChanges } from "./step-changes.ts";
import { type UndoPlaces, withSnapshots } from "./task-files.ts";
import type { UndoOutcome } from "./undo-outcome.ts";

export interface UndoRequest {
  readonly taskId: TaskId;
  /** Only these, and what is below them; workspace-relative. */
  readonly paths?: readonly string[] | undefined;
  /** The conversation goes back, too. */
  readonly conversation?: boolean | undefined;
  /** Say what would be done, and do nothing. */
  readonly isDryRun?: boolean | undefined;
}

/** A task that is to be taken back, with its files as they are. */
export interface UndoScene {
  readonly events: readonly TaskEvent[];
  readonly store: SnapshotStore;
  readonly changes: StepChanges;
  readonly current: Snapshot;
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
  if (request.isDryRun) return onScene(places, await places.tasks.read(request.taskId), work, { isDryRun: true });
  const writer = await places.tasks.open(request.taskId);
  try {
    let skipped = 0;
    const done = await onScene(
      places,
      writer.takeHistory(),
      (scene) => {
        skipped = scene.current.skippedCount;
        return work(scene);
      },
      { isDryRun: false },
    );
    const drafts = draftsOf(done, skipped);
    if (drafts.length > 0) await writer.append(drafts).durable;
    return done;
  } finally {
    await writer.close();
  }
}

/** Where the conversation goes back to when files go back to an event. */
export function rewindTo(events: readonly TaskEvent[], seq: number, snapshot?: string): UndoDone["rewind"] {
  return { toSeq: settledSeq(events, seq), ...(snapshot !== undefined && { snapshot }) };
}

async function onScene<Done extends UndoDone>(
  places: UndoPlaces,
  events: readonly TaskEvent[],
  work: (scene: UndoScene) => Promise<Done>,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<Done> {
  return withSnapshots(places, events, async (store) => {
    const current = await store.take("before an undo");
    const changes = await StepChanges.read(store, events);
    const done = await work({ events, store, changes, current }).catch(async (error: unknown) => {
      await store.forget(current.id);
      throw error;
    });
    if (isDryRun || done.before !== undefined) await store.forget(current.id);
    return done;
  });
}

function draftsOf({ label, before, restored, removed, rewind }: UndoDone, skipped: number): EventDraft[] {
  const hasChanged = restored.length + removed.length > 0;
  return [
    ...(before !== undefined && hasChanged
      ? [{ type: "snapshot.added", snapshot: before, label: undoLabel(label), skipped } as const]
      : []),
    ...(rewind ? [{ type: "rewind.added", ...rewind } as const] : []),
  ];
}
