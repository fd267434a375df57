import type { Change, Conflict, UndoChangesOutcome } from "@roo-code/types";

/** What an undo did, or would do. */
export interface UndoOutcome {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Those of `restored` that kept later changes by others. */
  readonly merged: readonly string[];
  /** Those of `restored` and `removed` that lost later changes by others, as requested. */
  readonly replaced: readonly string[];
  /** Not undone, each with the reason. */
  readonly conflicts: readonly Conflict[];
  /** Not undone, as requested. */
  readonly kept: readonly string[];
  /** The change of the files; absent if nothing changed. */
  readonly change?: Change;
}

export const emptyOutcome: UndoOutcome = {
  restored: [],
  removed: [],
  merged: [],
  replaced: [],
  conflicts: [],
  kept: [],
};

const maxNamed = 1000;

/** The fields of `change.added`. */
export function changeOf({ restored, removed, change }: UndoChangesOutcome | UndoOutcome) {
  const files = [
    ...restored.map((path) => ({ path, change: "changed" as const })),
    ...removed.map((path) => ({ path, change: "deleted" as const })),
  ];
  const more = files.length - maxNamed;
  return {
    changes: change ? [change] : [],
    files: files.slice(0, maxNamed),
    moreFiles: more > 0 ? more : undefined,
  };
}

/** With conflicts, only the other files count as undone, so that repeating the undo completes it. */
export function undonePaths(
  { restored, removed, kept, conflicts }: UndoOutcome,
  selected: readonly string[] | undefined,
): readonly string[] | undefined {
  return conflicts.length === 0 ? selected : [...restored, ...removed, ...kept].slice(0, maxNamed);
}
