import {
  closeSync,
  constants,
  copyFileSync,
  futimesSync,
  linkSync,
  lstatSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { copyHeldFile } from "../../files/held-file.ts";
import type { HeldPlace } from "../../files/held-parents.ts";

/** Git replaces larger files, and never writes into one: a second name is as good as a copy, and takes no space. */
const copiedUpTo = 64 * 1024;

/** A file or link of a workspace's repository at a place of ours, where nothing is. Objects never change. */
export function placeCopy({ folder, name }: HeldPlace, to: string, { isObject }: { readonly isObject: boolean }): void {
  const stat = folder.stat(name);
  if (stat?.isSymbolicLink()) return symlinkSync(readlinkSync(folder.at(name), "buffer"), to);
  if (!stat?.isFile()) return;
  if ((isObject || stat.size > copiedUpTo) && canLink(folder.at(name), to)) return;
  const copied = copyHeldFile(folder, name, to);
  if (copied) utimesSync(to, copied.atime, copied.mtime);
}

/** The other way round. */
export function placeBack(
  from: string,
  { folder, name }: HeldPlace,
  { isObject }: { readonly isObject: boolean },
): void {
  const stat = lstatSync(from);
  if (stat.isSymbolicLink()) return symlinkSync(readlinkSync(from, "buffer"), folder.at(name));
  if ((isObject || stat.size > copiedUpTo) && canLink(from, folder.at(name))) return;
  copyFileSync(from, folder.at(name), constants.COPYFILE_EXCL);
  const file = folder.openFile(name);
  try {
    futimesSync(file, stat.atime, stat.mtime);
  } finally {
    closeSync(file);
  }
}

/** False on another disk, and where the system does not allow it. Afterwards `to` is there. */
export function canLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
