import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Disk usage in bytes. Files that disappear or cannot be read count as 0. */
export async function folderSize(folder: string, signal?: AbortSignal): Promise<number> {
  let bytes = 0;
  const folders = [folder];
  for (let current = folders.pop(); current !== undefined; current = folders.pop()) {
    signal?.throwIfAborted();
    for (const entry of await readdir(current, { withFileTypes: true }).catch(() => [])) {
      const path = join(current, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else bytes += (await lstat(path).catch(() => undefined))?.size ?? 0;
    }
  }
  return bytes;
}
