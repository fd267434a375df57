import type { ApiUndoOutcome } from "@roo-code/types/api";

/** What an undo did to files, in one or more sentences. */
export function undoNews({ restored, removed, returned, kept, conflicts }: ApiUndoOutcome): string {
  const isReturned = new Set(returned);
  const takenBack = [...restored, ...removed].filter((path) => !isReturned.has(path)).length;
  const isNothing = takenBack + returned.length + kept.length === 0;
  return [
    ...(takenBack > 0 ? [`${files(takenBack, "was", "were")} taken back.`] : []),
    ...(returned.length > 0 ? [`${named(returned)} as the task left ${returned.length === 1 ? "it" : "them"}.`] : []),
    ...(kept.length > 0
      ? [`${files(kept.length, "stays", "stay")} as you have ${kept.length === 1 ? "it" : "them"}.`]
      : []),
    ...(isNothing ? ["Nothing was taken back."] : []),
    ...(conflicts.length > 0 ? [`${files(conflicts.length, "was", "were")} changed since and left as is.`] : []),
  ].join(" ");
}

function named([first = "", ...more]: readonly string[]): string {
  return more.length === 0 ? `${first} came back` : `${more.length + 1} files came back`;
}

function files(count: number, one: string, several: string): string {
  return count === 1 ? `1 file ${one}` : `${count} files ${several}`;
}
