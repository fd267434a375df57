import { closeSync, fchmodSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder, syncFile, syncFolder } from "../sync-folder.ts";

/** Owner alone. */
export const privateMode = 0o600;

/**
 * Puts new content in the place of a file, so that after a crash the old or the new one is there, whole. Only for
 * who holds the file's lock: the temporary file has a fixed name, so that one left by a crash is used up by the next.
 */
export async function replaceFile(path: string, content: string | Uint8Array, mode = privateMode): Promise<void> {
  await makeFolder(dirname(path));
  const fresh = `${path}.tmp`;
  try {
    await writeDurably(fresh, content, mode);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

async function writeDurably(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  rmSync(path, { force: true, recursive: true });
  // Exclusive, because a link of that name in a foreign repository would lead the write elsewhere.
  const file = openSync(path, "wx", privateMode);
  try {
    fchmodSync(file, mode);
    writeFileSync(file, content);
    await syncFile(file);
  } finally {
    closeSync(file);
  }
}
