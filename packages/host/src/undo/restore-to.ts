import type { TakenChange } from "@roo-code/types";
import { lostFiles } from "./lost-files.ts";
import { returnedFiles } from "./returned-files.ts";
import { type TaskChange, taskChanges } from "./task-changes.ts";
import { forgotten, isKept, requireEvent, type UndoPlaces } from "./task-files.ts";
import { nothingDone, takenBackPaths } from "./undo-outcome.ts";
import { rewindTo, type UndoDone, type UndoRequest, undoTask } from "./undo-task.ts";

/**
 * Takes back all that the task, and undos of it, changed since an event: what others changed stays. Throws `RooError`
 * `unknown_event`, `snapshot_forgotten`, `task_busy`.
 */
export function restoreTo(places: UndoPlaces, request: UndoRequest & { readonly seq: number }): Promise<UndoDone> {
  const { seq, paths } = request;
  return undoTask(places, { ...request, kind: "restore" }, async (scene) => {
    const { events, store, snapshots, options } = scene;
    requireEvent(events, seq);
    const since = taskChanges(events).filter((change) => change.seq >= seq);
    if (since.some((change) => !isKept(change, snapshots))) throw forgotten(seq);
    const changes = takenChanges(since, paths);
    const outcome = changes.length > 0 ? await store.takeBack(changes, options) : nothingDone;
    const undone = takenBackPaths(outcome, paths);
    const [first] = since;
    const returned = await returnedFiles(scene, { seq, changed: [...outcome.restored, ...outcome.removed] });
    return {
      ...outcome,
      ...(returned.length > 0 && { returned }),
      lost: lostFiles({ events, snapshots }, { snapshot: first?.snapshot, paths, restored: outcome.restored }),
      label: { kind: "restore", toSeq: seq, ...(undone && { paths: undone }) },
      ...(request.conversation && { rewind: rewindTo(events, seq, first?.snapshot ?? outcome.change?.before) }),
    };
  });
}

/** As the store takes them back: of each only what was asked for. */
export function takenChanges(changes: readonly TaskChange[], asked: readonly string[] | undefined): TakenChange[] {
  return changes.flatMap((one) => {
    const paths = one.paths && asked ? one.paths.filter((path) => isBelow(asked, path)) : (asked ?? one.paths);
    return one.changes.map((change) => ({ ...change, paths }));
  });
}

function isBelow(asked: readonly string[], path: string): boolean {
  return asked.some((one) => one === "" || path === one || path.startsWith(`${one}/`));
}
