import { readdirSync } from "node:fs";
import { join } from "node:path";
import { kindOf, type Version } from "../changes/three-way.ts";
import { examineFileAt } from "../examine-file.ts";
import { ancestors } from "../restore-plan.ts";
import { saveFile } from "../save-small-tree.ts";
import type { StoreFolder } from "../store-folder.ts";

/** Saves the current content of a path; undefined if there is no file, "skipped" if snapshots do not include such a file. */
export function currentVersion(
  folder: StoreFolder,
  path: string,
  maxFileBytes: number,
): Version | undefined | "skipped" {
  const absolute = join(folder.workspace, path);
  const found = examineFileAt(absolute, maxFileBytes);
  if (found.kind === "skipped") return "skipped";
  const saved = found.kind === "file" ? saveFile(folder, absolute) : undefined;
  if (found.kind !== "file" || !saved) return undefined;
  return found.isLink
    ? { kind: saved.mode, oid: saved.oid, mode: 0 }
    : { kind: kindOf(found.mode), oid: saved.oid, mode: found.mode };
}

/** Without those that snapshots do not include. */
export function currentVersions(
  folder: StoreFolder,
  paths: Iterable<string>,
  maxFileBytes: number,
): Map<string, Version | undefined> {
  const found = new Map<string, Version | undefined>();
  for (const path of paths) {
    const version = currentVersion(folder, path, maxFileBytes);
    if (version !== "skipped") found.set(path, version);
  }
  return found;
}

/** The innermost existing folder of a path that does not exist, if it is empty: an undo must not remove it. */
export function emptyFolderOf(folder: StoreFolder, path: string): string | undefined {
  for (const ancestor of ancestors(path).toReversed()) {
    try {
      return readdirSync(join(folder.workspace, ancestor)).length === 0 ? ancestor : undefined;
    } catch {
      // Does not exist, or is not a folder.
    }
  }
  return undefined;
}
