import { lostFiles } from "./lost-files.ts";
import { coversPath } from "./paths.ts";
import { forgotten, requireEvent, snapshotAt, type UndoPlaces } from "./task-files.ts";
import { nothingDone, restoreFiles } from "./undo-outcome.ts";
import { rewindTo, type UndoDone, type UndoRequest, undoTask } from "./undo-task.ts";

/** Makes the files what they were at an event. Throws `RooError` `unknown_event`, `snapshot_forgotten`, `task_busy`. */
export function restoreTo(places: UndoPlaces, request: UndoRequest & { readonly seq: number }): Promise<UndoDone> {
  const { seq, paths, isDryRun = false } = request;
  return undoTask(places, request, async ({ events, store, changes, current }) => {
    requireEvent(events, seq);
    const target = snapshotAt(events, seq);
    if (target && !changes.snapshots.has(target.snapshot)) throw forgotten(seq);
    const differing = target && paths && (await store.changedFiles(target.snapshot, current.id));
    const wanted = differing?.map(({ path }) => path).filter((path) => coversPath(paths ?? [], path));
    const outcome = target
      ? await restoreFiles(store, {
          snapshot: target.snapshot,
          current: current.id,
          isDryRun,
          ...(wanted && { paths: wanted }),
        })
      : nothingDone;
    return {
      ...outcome,
      ...(target && {
        lost: lostFiles({ events, changes }, { snapshot: target.snapshot, paths, restored: outcome.restored }),
      }),
      label: { kind: "restore", toSeq: seq, ...(paths && { paths }) },
      ...(request.conversation && { rewind: rewindTo(events, seq, target?.snapshot) }),
    };
  });
}
