import type { SnapshotDiff, TaskEvent } from "@roo-code/types";
import { coversPath } from "./paths.ts";
import { requireEvent, snapshotAt, type UndoPlaces, withSnapshots } from "./task-files.ts";

export interface TaskDiffRequest {
  /** From before its first step where absent. */
  readonly from?: number | undefined;
  /** Until now where absent. */
  readonly to?: number | undefined;
  readonly paths?: readonly string[] | undefined;
}

/** What became of the files between two events. Throws `RooError` `unknown_event`, `unknown_snapshot`. */
export async function diffTask(
  places: UndoPlaces,
  events: readonly TaskEvent[],
  { from, to, paths }: TaskDiffRequest,
): Promise<SnapshotDiff> {
  for (const seq of [from, to]) if (seq !== undefined) requireEvent(events, seq);
  const first = snapshotAt(events, from ?? 1);
  // No snapshot follows: since then nothing was about to change.
  if (!first) return { files: [], isTruncated: false };
  const last = to === undefined ? undefined : snapshotAt(events, to);
  const { files, isTruncated } = await withSnapshots(places, events, (store) =>
    store.diff(first.snapshot, last?.snapshot),
  );
  return { files: paths ? files.filter(({ path }) => coversPath(paths, path)) : files, isTruncated };
}
