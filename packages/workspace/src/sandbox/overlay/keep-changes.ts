import { constants, copyFileSync, lstatSync, readFileSync, readlinkSync, renameSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { HeldFolder } from "../../held-folder.ts";
import { makeFolders } from "../../make-folders.ts";
import { readHeldFile } from "../../read-held-file.ts";
import { removeEntryNow } from "../../remove-entry.ts";
import { tempNames } from "../../temp-name.ts";
import type { OverlayChange } from "./overlay-changes.ts";

export interface KeepRequest {
  /** Through all links. */
  readonly root: string;
  readonly upper: string;
  readonly changes: readonly OverlayChange[];
  readonly mayWrite: (path: string) => boolean;
}

/** Larger ones are taken to have changed. */
const mostCompared = 64 * 1024 ** 2;

/**
 * Brings back what may be written, and follows no link in the workspace on the way, whenever it came. Gives the paths of
 * what was not.
 */
export function keepChanges({ root, upper, changes, mayWrite }: KeepRequest): readonly string[] {
  const dropped: string[] = [];
  for (const { kind, path } of changes) {
    const [from, to] = [join(upper, path), join(root, path)];
    if (kind === "folder" || (kind === "write" && isSame(from, to))) continue;
    if (!mayWrite(path) || !(kind === "delete" ? remove(to) : write({ from, to, fresh: tempNames(path).fresh })))
      dropped.push(path);
  }
  return dropped;
}

function remove(path: string): boolean {
  try {
    using folder = HeldFolder.open(dirname(path));
    removeEntryNow(folder, basename(path));
    return true;
  } catch (error) {
    return systemErrorCode(error) === "ENOENT";
  }
}

function write({ from, to, fresh }: { from: string; to: string; fresh: string }): boolean {
  try {
    using folder = makeFolders(dirname(to)).folder;
    if (folder.stat(fresh)) removeEntryNow(folder, fresh);
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), folder.at(fresh));
    else copyFileSync(from, folder.at(fresh), constants.COPYFILE_EXCL);
    const name = basename(to);
    if (folder.stat(name)?.isDirectory()) removeEntryNow(folder, name);
    renameSync(folder.at(fresh), folder.at(name));
    return true;
  } catch {
    return false;
  }
}

/** A file that was merely opened for writing lies in the layer, too. */
function isSame(from: string, to: string): boolean {
  try {
    using folder = HeldFolder.open(dirname(to));
    const name = basename(to);
    const [one, other] = [lstatSync(from, { bigint: true }), folder.stat(name)];
    if (!other || one.mode !== other.mode || one.size !== other.size) return false;
    if (one.isSymbolicLink()) return readlinkSync(from) === readlinkSync(folder.at(name));
    if (!one.isFile() || one.size > mostCompared) return false;
    return readHeldFile(folder, name)?.equals(readFileSync(from)) ?? false;
  } catch {
    return false;
  }
}
