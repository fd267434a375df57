import { readdirSync, realpathSync } from "node:fs";
import { basename, dirname } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { HeldFolder } from "../held-folder.ts";
import { removeEntryNow } from "../remove-entry.ts";

/**
 * Removes a folder with all that is in it, also where its permissions forbid that. Follows no link below it, not even one
 * that takes a folder's place meanwhile. Does nothing where nothing is.
 */
export function removeTree(path: string): void {
  try {
    using parent = HeldFolder.open(realpathSync(dirname(path)));
    removeFrom(parent, basename(path));
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
}

function removeFrom(parent: HeldFolder, name: string): void {
  try {
    removeEntryNow(parent, name);
  } catch (error) {
    if (!["EACCES", "EPERM", "ENOTEMPTY"].includes(systemErrorCode(error) ?? "")) throw error;
    openFolders(parent, name);
    removeEntryNow(parent, name);
  }
}

function openFolders(parent: HeldFolder, name: string): void {
  parent.setMode(name, 0o700);
  using folder = parent.enter(name);
  for (const entry of readdirSync(folder.path, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(folder, entry.name);
  }
}
