import type { Stats } from "node:fs";

/** Tells two states of a path apart without reading it; empty for one where nothing is. */
export function stampOf(found: Stats | undefined): string {
  if (!found) return "";
  const { dev, ino, size, mtimeMs, ctimeMs } = found;
  // The change time too: a copy that keeps the older time, and the size, is still another content.
  return `${dev}-${ino}-${size}-${mtimeMs}-${ctimeMs}`;
}
