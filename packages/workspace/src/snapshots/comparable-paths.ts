import type { Snapshot } from "@roo-code/types";

/** The paths by which two snapshots can be compared; undefined: all of them. */
export function comparablePaths(from: Snapshot, to: Snapshot | undefined): readonly string[] | undefined {
  // Made from each other, they have the same files apart from the change.
  if (to && (to.since === from.id || from.since === to.id)) return undefined;
  const [one, other] = [from.only, to?.only];
  if (!one || !other) return one ?? other;
  const known = new Set(other);
  return one.filter((path) => known.has(path));
}

/** Whether a path is one of these, exactly. */
export function isAmong(paths: readonly string[] | undefined): (path: string) => boolean {
  if (!paths) return () => true;
  const known = new Set(paths);
  return (path) => known.has(path);
}
