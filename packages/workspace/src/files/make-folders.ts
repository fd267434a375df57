import { mkdirSync, rmdirSync } from "node:fs";
import { basename, dirname } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { HeldFolder } from "./held-folder.ts";

export interface MadeFolder {
  readonly folder: HeldFolder;
  /** Absolute paths of those that had to be made, outermost first. */
  readonly made: readonly string[];
}

/** Makes a folder with those above it, and follows no link on the way. Throws as `HeldFolder.open`, and as `mkdir`. */
export function makeFolders(path: string): MadeFolder {
  try {
    return { folder: HeldFolder.open(path), made: [] };
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT" || dirname(path) === path) throw error;
  }
  const above = makeFolders(dirname(path));
  using parent = above.folder;
  try {
    return makeIn(parent, path, above.made);
  } catch (error) {
    removeFolders(above.made);
    throw error;
  }
}

/** Those of them that are empty. Never throws. */
export function removeFolders(paths: readonly string[]): void {
  for (const path of paths.toReversed()) {
    try {
      using parent = HeldFolder.open(dirname(path));
      rmdirSync(parent.at(basename(path)));
    } catch {
      // In use, or gone.
    }
  }
}

function makeIn(parent: HeldFolder, path: string, made: readonly string[]): MadeFolder {
  const name = basename(path);
  const isNew = makeFolder(parent, name);
  return { folder: parent.enter(name), made: isNew ? [...made, path] : made };
}

/** False where somebody else was first. */
function makeFolder(parent: HeldFolder, name: string): boolean {
  try {
    mkdirSync(parent.at(name));
    return true;
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
    return false;
  }
}
