import type { Change, Conflict, TakeBackOutcome } from "@roo-code/types";

/** What an undo did, or would do. */
export interface UndoOutcome {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Those of `restored` in which what somebody else wrote since was kept. */
  readonly merged: readonly string[];
  /** Those of `restored` and `removed` in which what somebody else wrote since was lost, because that was wanted. */
  readonly replaced: readonly string[];
  /** Left as they are, each with the reason. */
  readonly conflicts: readonly Conflict[];
  /** Left as they are because that was wanted. */
  readonly kept: readonly string[];
  /** What was done to the files; absent when nothing was. */
  readonly change?: Change;
}

export const nothingDone: UndoOutcome = {
  restored: [],
  removed: [],
  merged: [],
  replaced: [],
  conflicts: [],
  kept: [],
};

const maxNamed = 1000;

/** As `change.added` says it. */
export function changeOf({ restored, removed, change }: TakeBackOutcome | UndoOutcome) {
  const files = [
    ...restored.map((path) => ({ path, change: "changed" as const })),
    ...removed.map((path) => ({ path, change: "deleted" as const })),
  ];
  const more = files.length - maxNamed;
  return {
    changes: change ? [change] : [],
    files: files.slice(0, maxNamed),
    ...(more > 0 && { moreFiles: more }),
  };
}

/** Where files had to be left, only the others count as taken back, so that the same undo again completes it. */
export function takenBackPaths(
  { restored, removed, kept, conflicts }: UndoOutcome,
  asked: readonly string[] | undefined,
): readonly string[] | undefined {
  return conflicts.length === 0 ? asked : [...restored, ...removed, ...kept].slice(0, maxNamed);
}
