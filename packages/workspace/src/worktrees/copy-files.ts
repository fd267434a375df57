import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  type Stats,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { systemErrorCode } from "@roo-code/types";
import type { Scan } from "../snapshots/scan-workspace.ts";

/** How long the copying keeps other work waiting. */
const breathAfterMs = 25;
/** Up to here, to read and write takes a third of the time of the system's copying. */
const smallBytes = 128 * 1024;

/** Errors of a file that went, or became something else, after it was listed. */
const errorsOfOneFile: ReadonlySet<string> = new Set("ENOENT ENOTDIR EISDIR EACCES EPERM EINVAL ELOOP".split(" "));

/** Makes what a scan found again in an empty folder: files of their own, with permissions and times, and links. */
export async function copyFiles({ state, rules, candidates }: Scan, target: string): Promise<void> {
  const breathe = breather();
  for (const folder of state.folders.keys()) {
    await breathe();
    if (folder !== "") mkdirSync(join(target, folder));
  }
  for (const path of candidates) {
    await breathe();
    copyFile(join(rules.root, path), join(target, path));
  }
}

/** Afterwards: nothing can be put into a folder that may not be written to. */
export function setFolderModes({ state }: Scan, target: string): void {
  for (const [folder, { mode }] of [...state.folders].toReversed()) {
    const path = join(target, folder);
    if (folder !== "" && (lstatSync(path).mode & 0o7777) !== mode) chmodSync(path, mode);
  }
}

function copyFile(from: string, to: string): void {
  try {
    const stat = lstatSync(from);
    if (stat.isSymbolicLink()) return symlinkSync(readlinkSync(from, "buffer"), to);
    if (!stat.isFile()) return;
    if (stat.size <= smallBytes) return copySmallFile(from, to, stat);
    copyFileSync(from, to, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    utimesSync(to, stat.atimeMs / 1000, stat.mtimeMs / 1000);
  } catch (error) {
    if (!errorsOfOneFile.has(systemErrorCode(error) ?? "")) throw error;
  }
}

function copySmallFile(from: string, to: string, stat: Stats): void {
  const content = readFileSync(from);
  const file = openSync(to, "wx", stat.mode & 0o7777);
  try {
    writeFileSync(file, content);
    fchmodSync(file, stat.mode & 0o7777);
    futimesSync(file, stat.atimeMs / 1000, stat.mtimeMs / 1000);
  } finally {
    closeSync(file);
  }
}

function breather(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < breathAfterMs) return;
    await setImmediate();
    last = performance.now();
  };
}
