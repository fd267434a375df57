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
 * Copies a regular file from an open folder to a new path, and returns its metadata. undefined, and no copy,
 * if it is not a regular file or is a link. The copy has default permissions.
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

/** Linux copies an open file within the file system, and shares its space where possible. */
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

/** The content of a regular file; undefined for anything else. Throws file system errors, ELOOP for a link. */
export function readHeldFile(folder: HeldFolder, name: string): Buffer | undefined {
  const file = folder.openFile(name);
  try {
    return fstatSync(file).isFile() ? readFileSync(file) : undefined;
  } finally {
    closeSync(file);
  }
}
