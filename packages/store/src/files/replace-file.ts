import { closeSync, existsSync, fchmodSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Clock } from "@roo-code/types";
import { makeFolder, syncFile, syncFolder } from "../sync-folder.ts";

/** Readable and writable by the owner only. */
export const privateMode = 0o600;

/**
 * Replaces the content of a file atomically: after a crash either the old or the new content is there. The caller must
 * hold the file's lock: the temporary file has a fixed name, so that one left by a crash is overwritten next time.
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
  // Exclusive, because a symlink of that name in a repository would redirect the write.
  const file = openSync(path, "wx", privateMode);
  try {
    fchmodSync(file, mode);
    writeFileSync(file, content);
    await syncFile(file);
  } finally {
    closeSync(file);
  }
}

/** Renames a broken file, or whatever is at the path, and returns its new name. */
export function keepAside(path: string, clock: Clock): string {
  const stamp = new Date(clock.now()).toISOString().replaceAll(/[-:.]/g, "");
  const aside = freeName(`${path}.broken-${stamp}`);
  renameSync(path, aside);
  return basename(aside);
}

/** An unused path: earlier copies are not overwritten. */
export function freeName(path: string): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? path : `${path}-${number}`;
    if (!existsSync(candidate)) return candidate;
  }
}
