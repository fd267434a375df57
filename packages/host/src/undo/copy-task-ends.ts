import { RooError, type TaskEvent } from "@roo-code/types";
import { taskChanges } from "./task-changes.ts";
import { type UndoPlaces, withSnapshots } from "./task-files.ts";

/**
 * Writes the files of a task's folder as they were before its first step and after its last into two empty folders.
 * Throws `RooError` `no_snapshots`, `unknown_snapshot`.
 */
export async function copyTaskEnds(
  places: UndoPlaces,
  events: readonly TaskEvent[],
  folders: { readonly before: string; readonly after: string },
): Promise<void> {
  const steps = taskChanges(events).filter(({ callId }) => callId !== undefined);
  const changes = steps.flatMap((step) => step.changes);
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last)
    throw new RooError({
      code: "no_snapshots",
      message: "The task changed nothing, or its files were not saved before and after.",
      next: "Snapshots are taken where git is installed and the setting snapshots is not false.",
    });
  await withSnapshots(places, events, async (store) => {
    await store.copyTo(first.before, folders.before);
    await store.copyTo(last.after, folders.after);
  });
}
