import { closeSync, fsync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Makes a folder and those above it that are missing, for the owner alone, so that they survive a power cut. */
export async function makeFolder(path: string): Promise<void> {
  const firstMade = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (firstMade === undefined) return;
  const { length } = resolve(firstMade);
  for (let made = resolve(path); made.length >= length; made = dirname(made)) await syncFolder(dirname(made));
}

/** Brings the entries of a folder onto the disk. Windows does that by itself and knows no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    await syncFile(folder);
  } finally {
    closeSync(folder);
  }
}

/** Brings an open file onto the disk. */
export function syncFile(file: number): Promise<void> {
  return new Promise((done, reject) => {
    fsync(file, (error) => (error ? reject(error) : done()));
  });
}
