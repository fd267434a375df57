import { lstatSync } from "node:fs";
import { join } from "node:path";
import type { SkippedPath, SkipRule } from "@roo-code/types";
import { coversPath } from "./paths.ts";
import { startOf } from "./task-files.ts";
import type { UndoScene } from "./undo-task.ts";

/** Our own files may disappear at any time; a name that is not UTF-8 cannot be looked up. */
const notLookedUp: ReadonlySet<SkipRule> = new Set(["own", "name"]);

/** Paths that a snapshot skipped and that no longer exist: they cannot be restored. */
export function lostFiles(
  { events, snapshots }: Pick<UndoScene, "events" | "snapshots">,
  {
    snapshot,
    paths,
    restored,
  }: {
    readonly snapshot: string | undefined;
    readonly paths?: readonly string[] | undefined;
    /** Restored paths, including repositories. */
    readonly restored: readonly string[];
  },
): readonly SkippedPath[] {
  const { cwd } = startOf(events).environment;
  const skipped = snapshots.get(snapshot ?? "")?.skipped ?? [];
  const isSelected = (path: string): boolean => !paths || coversPath(paths, path);
  return skipped.filter(
    ({ path, rule }) =>
      !notLookedUp.has(rule) &&
      isSelected(path) &&
      isMissing(join(cwd, path)) &&
      !restored.includes(path.replace(/\/$/, "")),
  );
}

function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
