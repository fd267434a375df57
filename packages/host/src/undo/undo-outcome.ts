import type { Change, Conflict, TakeBackOutcome } from "@roo-code/types";

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
  /** What was done to the files; absent when nothing was. */
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
export function changeOf({ restored, removed, change }: TakeBackOutcome | UndoOutcome) {
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

/** Where files conflict, only the others count as undone, so that the same undo again completes it. */
export function undonePaths(
  { restored, removed, kept, conflicts }: UndoOutcome,
  asked: readonly string[] | undefined,
): readonly string[] | undefined {
  return conflicts.length === 0 ? asked : [...restored, ...removed, ...kept].slice(0, maxNamed);
}
