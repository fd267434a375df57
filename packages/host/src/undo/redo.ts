import { RooError, type TaskEvent } from "@roo-code/types";
import { coversPath } from "./paths.ts";
import { forgotten, snapshotAt, type UndoPlaces } from "./task-files.ts";
import { restoreFiles } from "./undo-outcome.ts";
import { foldUndos, type UndoRecord } from "./undo-state.ts";
import { type UndoDone, type UndoRequest, type UndoScene, undoTask } from "./undo-task.ts";

/** Takes the last undo back. Throws `RooError` `nothing_to_redo`, `snapshot_forgotten`, `task_busy`. */
export function redo(places: UndoPlaces, request: Omit<UndoRequest, "conversation">): Promise<UndoDone> {
  return undoTask(places, request, async (scene) => {
    const { events, store, changes, current } = scene;
    const record = foldUndos(events).redo.at(-1);
    if (!record) throw nothingToRedo();
    if (!changes.snapshots.has(record.snapshot)) throw forgotten(record.seq);
    const outcome = await restoreFiles(store, {
      snapshot: record.snapshot,
      paths: await changedByUndo(scene, record),
      current: current.id,
      isDryRun: request.isDryRun ?? false,
    });
    const hasGoneOn = events.some((event) => event.seq > record.seq && isTold(event));
    return {
      ...outcome,
      label: { kind: "redo", toSeq: record.seq },
      ...(record.hasRewound && !hasGoneOn && { rewind: { toSeq: record.seq - 1, snapshot: record.snapshot } }),
    };
  });
}

/** Of what differs between before and after, only what the undo was about: the person may have gone on with the rest. */
async function changedByUndo({ events, store, changes }: UndoScene, { seq, undo, snapshot }: UndoRecord) {
  const target = snapshotAt(events, undo.toSeq);
  if (!target || !changes.snapshots.has(target.snapshot)) throw forgotten(undo.toSeq);
  const differing = (await store.changedFiles(target.snapshot, snapshot)).map(({ path }) => path);
  const { paths } = undo;
  const asked = paths ? differing.filter((path) => coversPath(paths, path)) : differing;
  if (undo.kind === "restore") return asked;
  const ofSteps = new Set<string>();
  for (const step of foldUndos(events).steps) {
    if (step.seq < undo.toSeq || step.seq > seq) continue;
    for (const path of (await changes.changedBy(step)) ?? []) ofSteps.add(path);
  }
  return asked.filter((path) => ofSteps.has(path));
}

function isTold(event: TaskEvent): boolean {
  return event.type === "message.added" || event.type === "turn.end";
}

function nothingToRedo(): RooError {
  return new RooError({
    code: "nothing_to_redo",
    message: "There is no undo to take back: none was made, or the task went on after it.",
    next: "roo checkpoints lists what roo undo --to N can restore.",
  });
}
