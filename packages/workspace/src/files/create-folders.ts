import { mkdirSync, rmdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { HeldFolder } from "./held-folder.ts";

export interface CreatedFolder {
  readonly folder: HeldFolder;
  /** Absolute paths of the created folders, outermost first. */
  readonly created: readonly string[];
}

/** Creates a folder and its parents without following any link. Throws like `HeldFolder.open` and `mkdir`. */
export function createFolders(path: string): CreatedFolder {
  try {
    return { folder: HeldFolder.open(path), created: [] };
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
  }
  const above = createFolders(dirname(path));
  using parent = above.folder;
  try {
    return createIn(parent, path, above.created);
  } catch (error) {
    removeFolders(above.created);
    throw error;
  }
}

/** Removes those that are empty. Never throws. */
export function removeFolders(paths: readonly string[]): void {
  for (const path of paths.toReversed()) {
    try {
      using parent = HeldFolder.open(dirname(path));
      rmdirSync(parent.at(basename(path)));
    } catch {
      // In use, or already gone.
    }
  }
}

function createIn(parent: HeldFolder, path: string, created: readonly string[]): CreatedFolder {
  const name = basename(path);
  const isNew = createFolder(parent, name);
  return { folder: parent.enter(name), created: isNew ? [...created, path] : created };
}

/** False if it was created by someone else in the meantime. */
function createFolder(parent: HeldFolder, name: string): boolean {
  try {
    mkdirSync(parent.at(name));
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
    return false;
  }
}
