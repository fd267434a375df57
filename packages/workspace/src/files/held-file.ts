import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  writeSync,
} from "node:fs";
import { systemErrorCode } from "@roo-code/types";
import type { HeldFolder } from "./held-folder.ts";

const chunkBytes = 1024 * 1024;

/**
 * Copies a regular file out of a held folder to a path where nothing is, and tells what it was. undefined, and nothing
 * is copied, for what is no regular file, a link included. The copy has permissions like any new file.
 */
export function copyHeldFile(folder: HeldFolder, name: string, to: string): Stats | undefined {
  let file: number;
  try {
    file = folder.openFile(name);
  } catch (error) {
    if (systemErrorCode(error) === "ELOOP" || systemErrorCode(error) === "ENXIO") return undefined;
    throw error;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    copyOpenFile(file, to);
    return stat;
  } finally {
    closeSync(file);
  }
}

/** Linux copies an open file within the file system, and without taking space where that can. */
function copyOpenFile(file: number, to: string): void {
  if (process.platform === "linux") {
    copyFileSync(`/proc/self/fd/${file}`, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return;
  }
  const copy = openSync(to, "wx");
  try {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk))
      writeSync(copy, chunk, 0, length);
  } finally {
    closeSync(copy);
  }
}

/** All of a regular file; undefined for anything else. Throws the system's errors, ELOOP for a link. */
export function readHeldFile(folder: HeldFolder, name: string): Buffer | undefined {
  const file = folder.openFile(name);
  try {
    return fstatSync(file).isFile() ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}
