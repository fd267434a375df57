import { copyFileSync, linkSync, lstatSync, readlinkSync, symlinkSync, utimesSync } from "node:fs";

/** Git replaces larger files, and never writes into one: a second name is as good as a copy, and takes no space. */
const copiedUpTo = 64 * 1024;

/** A file or link of a repository at another place, where nothing is. Objects never change. */
export function placeCopy(from: string, to: string, { isObject }: { readonly isObject: boolean }): void {
  const stat = lstatSync(from);
  if (stat.isSymbolicLink()) return symlinkSync(readlinkSync(from, "buffer"), to);
  if ((isObject || stat.size > copiedUpTo) && canLink(from, to)) return;
  copyFileSync(from, to);
  utimesSync(to, stat.atime, stat.mtime);
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
