import type { ApiUndoOutcome } from "@roo-code/types/api";

/** What an undo did to files, as sentences. */
export function describeUndo({ restored, removed, returned, kept, conflicts }: ApiUndoOutcome): string {
  const isReturned = new Set(returned);
  const undone = [...restored, ...removed].filter((path) => !isReturned.has(path)).length;
  const isNothing = undone + returned.length + kept.length === 0;
  return [
    ...(undone > 0 ? [`${files(undone, "was", "were")} undone.`] : []),
    ...(returned.length > 0 ? [`${named(returned)} restored to the task's version.`] : []),
    ...(kept.length > 0
      ? [`${files(kept.length, "was", "were")} kept as you have ${kept.length === 1 ? "it" : "them"}.`]
      : []),
    ...(isNothing ? ["Nothing was undone."] : []),
    ...(conflicts.length > 0 ? [`${files(conflicts.length, "was", "were")} changed since and left alone.`] : []),
  ].join(" ");
}

function named([first = "", ...more]: readonly string[]): string {
  return more.length === 0 ? `${first} was` : `${more.length + 1} files were`;
}

function files(count: number, one: string, several: string): string {
  return count === 1 ? `1 file ${one}` : `${count} files ${several}`;
}
