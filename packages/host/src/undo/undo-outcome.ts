import type { SnapshotStore } from "@roo-code/types";

/** What an undo did, or would do. */
export interface UndoOutcome {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Left as they are, each with the reason. */
  readonly conflicts: readonly { readonly path: string; readonly reason: string }[];
  /** The snapshot of what was there before; absent when nothing was done. */
  readonly before?: string;
}

export const nothingDone: UndoOutcome = { restored: [], removed: [], conflicts: [] };

/** Restores a snapshot, or says what that would do to what `current` holds. */
export async function restoreFiles(
  store: SnapshotStore,
  request: {
    readonly snapshot: string;
    /** Files and empty folders; all where absent. */
    readonly paths?: readonly string[];
    readonly current: string;
    readonly isDryRun: boolean;
  },
): Promise<UndoOutcome> {
  const { snapshot, paths, current, isDryRun } = request;
  if (!isDryRun) return store.restore(snapshot, paths && { paths });
  const wanted = paths && new Set(paths);
  const changes = (await store.changedFiles(snapshot, current)).filter(({ path }) => !wanted || wanted.has(path));
  const restored = changes.filter(({ change }) => change !== "added").map(({ path }) => path);
  const added = changes.filter(({ change }) => change === "added").map(({ path }) => path);
  // A folder that has nothing in it now stays for what comes back into it.
  const removed = added.filter((path) => !path.endsWith("/") || !restored.some((one) => one.startsWith(path)));
  return { restored, removed, conflicts: [] };
}
