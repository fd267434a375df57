import { lstatSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { realOf } from "./git-places.ts";
import type { NewPlacesOptions } from "./new-places.ts";

/** Puts protected links back that a command removed: nothing can lie over a link to hold it. Never throws. */
export function restoreLinks({ root, before, after, written }: NewPlacesOptions): void {
  const kept = new Set(after.protected.map(({ identity }) => identity));
  for (const { path, kind, identity } of before.protected) {
    if (kind !== "link" || kept.has(identity) || written.has(path)) continue;
    restore(join(root, path), identity.slice(identity.indexOf(" ") + 1));
  }
}

function restore(place: string, target: string): void {
  try {
    const isGone = lstatSync(place, { throwIfNoEntry: false }) === undefined;
    if (isGone && realOf(dirname(place)) === dirname(place)) symlinkSync(target, place);
  } catch {
    // The folder is gone, too.
  }
}
