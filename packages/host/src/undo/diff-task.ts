import { RooError, type SnapshotDiff, type TaskEvent } from "@roo-code/types";
import { selectedChanges } from "./restore-to.ts";
import { type TaskChange, taskChanges } from "./task-changes.ts";
import { forgotten, isKept, requireEvent, type UndoContext, withSnapshots } from "./task-files.ts";

export interface TaskDiffRequest {
  /** Defaults to before the first step. */
  readonly from?: number | undefined;
  /** Defaults to now. */
  readonly to?: number | undefined;
  readonly paths?: readonly string[] | undefined;
}

/**
 * The changes of the task between two events, including its undos; changes by others are left out. Throws `RooError`
 * `unknown_event`, `snapshot_forgotten`.
 */
export async function diffTask(
  context: UndoContext,
  events: readonly TaskEvent[],
  { from, to, paths }: TaskDiffRequest,
): Promise<SnapshotDiff> {
  for (const seq of [from, to]) if (seq !== undefined) requireEvent(events, seq);
  const within = taskChanges(events).filter(({ seq }) => seq >= (from ?? 1) && seq < (to ?? Number.POSITIVE_INFINITY));
  const changed = withoutRedone(within).filter(({ changes }) => changes.length > 0);
  if (changed.length === 0) return { files: [], isTruncated: false };
  return withSnapshots(context, events, async (store) => {
    const snapshots = new Map((await store.list()).map((one) => [one.id, one]));
    const gone = changed.find((change) => !isKept(change, snapshots));
    if (gone) throw forgotten(gone.seq);
    return store.diffChanges(selectedChanges(changed, paths), to === undefined ? "now" : "then");
  });
}

/**
 * An undo and its redo cancel out. Each by itself would include lines of others that the undo was allowed to replace.
 * Files that the redo could not restore stay undone.
 */
function withoutRedone(changes: readonly TaskChange[]): readonly TaskChange[] {
  const redos = new Map(changes.flatMap((one) => (one.undo?.kind === "redo" ? [[one.undo.toSeq, one] as const] : [])));
  const undos = new Set(changes.filter(({ seq }) => redos.has(seq)).map(({ seq }) => seq));
  return changes.flatMap((one) => {
    if (one.undo?.kind === "redo") return undos.has(one.undo.toSeq) ? [] : [one];
    const redo = redos.get(one.seq);
    if (!redo) return [one];
    const again = new Set(redo.files);
    const left = redo.files && one.files?.filter((path) => !again.has(path));
    return left && left.length > 0 ? [{ ...one, files: left, paths: left }] : [];
  });
}

/**
 * Copies the task's folder as it was before the first step and after the last into two empty folders.
 * Throws `RooError` `no_snapshots`, `unknown_snapshot`.
 */
export async function copyTaskEnds(
  context: UndoContext,
  events: readonly TaskEvent[],
  folders: { readonly before: string; readonly after: string },
): Promise<void> {
  const steps = taskChanges(events).filter(({ callId }) => callId !== undefined);
  const changes = steps.flatMap((step) => step.changes);
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last)
    throw new RooError({
      code: "no_snapshots",
      message: "The task changed no files, or has no snapshots from before and after.",
      next: "Snapshots are taken where git is installed and the setting snapshots is not false.",
    });
  await withSnapshots(context, events, async (store) => {
    await store.copyTo(first.before, folders.before);
    await store.copyTo(last.after, folders.after);
  });
}
