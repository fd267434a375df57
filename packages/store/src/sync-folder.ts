import { closeSync, fsync, mkdirSync, openSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Creates a folder and its missing parents, private to the owner, so that they survive a power failure. */
export async function makeFolder(path: string): Promise<void> {
  const firstCreated = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (firstCreated === undefined) return;
  const { length } = resolve(firstCreated);
  for (let folder = resolve(path); folder.length >= length; folder = dirname(folder)) await syncFolder(dirname(folder));
}

/** Flushes the entries of a folder to disk. Windows does that by itself and has no such call. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    await syncFile(folder);
  } finally {
    closeSync(folder);
  }
}

/** Flushes an open file to disk. */
export function syncFile(file: number): Promise<void> {
  return new Promise((done, reject) => {
    fsync(file, (error) => (error ? reject(error) : done()));
  });
}
