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
import type { HeldEntry } from "../../files/held-parents.ts";

/** Git replaces larger files and never writes into them: a hard link is as good as a copy, and takes no space. */
const maxCopiedBytes = 64 * 1024;

/** Copies a file or link of a workspace's repository into the store, where it must not exist yet. Objects never change. */
export function copyToStore(
  { folder, name }: HeldEntry,
  to: string,
  { isObject }: { readonly isObject: boolean },
): void {
  const stat = folder.stat(name);
  if (stat?.isSymbolicLink()) return symlinkSync(readlinkSync(folder.at(name), "buffer"), to);
  if (!stat?.isFile()) return;
  if ((isObject || stat.size > maxCopiedBytes) && canLink(folder.at(name), to)) return;
  const copied = copyHeldFile(folder, name, to);
  if (copied) utimesSync(to, copied.atime, copied.mtime);
}

/** Copies from the store back into the workspace. */
export function copyBack(
  from: string,
  { folder, name }: HeldEntry,
  { isObject }: { readonly isObject: boolean },
): void {
  const stat = lstatSync(from);
  if (stat.isSymbolicLink()) return symlinkSync(readlinkSync(from, "buffer"), folder.at(name));
  if ((isObject || stat.size > maxCopiedBytes) && canLink(from, folder.at(name))) return;
  copyFileSync(from, folder.at(name), constants.COPYFILE_EXCL);
  const file = folder.openFile(name);
  try {
    futimesSync(file, stat.atime, stat.mtime);
  } finally {
    closeSync(file);
  }
}

/** False on another disk, or where links are not permitted. If true, `to` exists. */
export function canLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
