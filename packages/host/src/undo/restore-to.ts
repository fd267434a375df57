import type { SelectedChange } from "@roo-code/types";
import { lostFiles } from "./lost-files.ts";
import { coversPath } from "./paths.ts";
import { type TaskChange, taskChanges } from "./task-changes.ts";
import { forgotten, isKept, requireEvent, type UndoContext } from "./task-files.ts";
import { emptyOutcome, undonePaths } from "./undo-outcome.ts";
import { foldUndos, isUndone } from "./undo-state.ts";
import { filesOf } from "./undo-steps.ts";
import { rewindTo, type UndoDone, type UndoRequest, type UndoScene, undoTask } from "./undo-task.ts";

/**
 * Undoes all changes of the task and its undos since an event; changes by others stay. Throws `RooError`
 * `unknown_event`, `snapshot_forgotten`, `task_busy`.
 */
export function restoreTo(context: UndoContext, request: UndoRequest & { readonly seq: number }): Promise<UndoDone> {
  const { seq, paths } = request;
  return undoTask(context, { ...request, kind: "restore" }, async (scene) => {
    const { events, store, snapshots, options } = scene;
    requireEvent(events, seq);
    const since = taskChanges(events).filter((change) => change.seq >= seq);
    if (since.some((change) => !isKept(change, snapshots))) throw forgotten(seq);
    const changes = selectedChanges(since, paths);
    const outcome = changes.length > 0 ? await store.undoChanges(changes, options) : emptyOutcome;
    const undone = undonePaths(outcome, paths);
    const [first] = since;
    const returned = await returnedFiles(scene, { seq, changed: [...outcome.restored, ...outcome.removed] });
    return {
      ...outcome,
      returned: returned.length > 0 ? returned : undefined,
      lost: lostFiles({ events, snapshots }, { snapshot: first?.snapshot, paths, restored: outcome.restored }),
      label: { kind: "restore", toSeq: seq, paths: undone },
      rewind: request.conversation ? rewindTo(events, seq, first?.snapshot ?? outcome.change?.before) : undefined,
    };
  });
}

/** The changes for the store to undo, limited to the selected paths. */
export function selectedChanges(
  changes: readonly TaskChange[],
  selected: readonly string[] | undefined,
): SelectedChange[] {
  return changes.flatMap((one) => {
    const paths =
      one.paths && selected ? one.paths.filter((path) => coversPath(selected, path)) : (selected ?? one.paths);
    return one.changes.map((change) => ({ ...change, paths }));
  });
}

/**
 * Files that regain changes of the task when an event is restored: those changes were undone since, and no later ones of
 * the task are left in the file.
 */
async function returnedFiles(
  { events, store, snapshots }: UndoScene,
  { seq, changed }: { readonly seq: number; readonly changed: readonly string[] },
): Promise<readonly string[]> {
  if (!taskChanges(events).some((change) => change.undo && change.seq >= seq)) return [];
  const now = foldUndos(events);
  const then = foldUndos(events.filter((event) => event.seq < seq));
  const candidates = new Set(changed);
  const [returned, others] = [new Set<string>(), new Set<string>()];
  for (const step of now.steps) {
    const files = step.files ?? (isKept(step, snapshots) ? await filesOf(store, step) : []);
    for (const path of files.filter((file) => candidates.has(file))) {
      const isUndoneNow = isUndone(now, step, path);
      if (step.seq >= seq && !isUndoneNow) others.add(path);
      if (step.seq < seq && isUndoneNow && !isUndone(then, step, path)) returned.add(path);
    }
  }
  return [...returned].filter((path) => !others.has(path));
}
