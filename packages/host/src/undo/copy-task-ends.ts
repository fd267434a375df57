import { type EventOf, RooError, type TaskEvent } from "@roo-code/types";
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
  const taken = events.filter((event): event is EventOf<"snapshot.added"> => event.type === "snapshot.added");
  const [first, last] = [taken[0], taken.at(-1)];
  if (!first || !last || first.snapshot === last.snapshot)
    throw new RooError({
      code: "no_snapshots",
      message: "The task changed nothing, or its files were not saved before and after.",
      next: "Snapshots are taken where git is installed and the setting snapshots is not false.",
    });
  await withSnapshots(places, events, async (store) => {
    await store.copyTo(first.snapshot, folders.before);
    await store.copyTo(last.snapshot, folders.after);
  });
}
