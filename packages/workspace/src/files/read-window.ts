import { type BigIntStats, read, readSync } from "node:fs";
import type { FileWindow } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import type { ConfinedPath } from "./confine.ts";
import { contentVersion, hashLimit, largeFileVersion } from "./file-version.ts";
import { withRegularFile } from "./open-file.ts";
import { ignoredPath } from "./roo-ignore.ts";

const defaultMaxBytes = 10 * 1024 * 1024;
const readAtOnce = 256 * 1024;

/** A small file is read completely for its version; of a large one only the window is read. */
export async function readWindow(
  path: ConfinedPath,
  window: { offset?: number; maxBytes?: number } = {},
  isIgnoredFile: (stat: BigIntStats) => boolean = () => false,
): Promise<FileWindow> {
  const { offset = 0, maxBytes = defaultMaxBytes } = window;
  return withRegularFile(path, async (file, stat) => {
    if (isIgnoredFile(stat)) throw ignoredPath(path.given);
    const size = Number(stat.size);
    if (size > hashLimit) {
      const bytes = await readBytes(file, offset, Math.max(0, Math.min(maxBytes, size - offset)));
      return { bytes, size, version: largeFileVersion(stat) };
    }
    const whole = await readBytes(file, 0, size);
    return { bytes: whole.subarray(offset, offset + maxBytes), size: whole.length, version: contentVersion(whole) };
  });
}

/** The current version; null if it does not exist. */
export async function readVersion(path: ConfinedPath): Promise<string | null> {
  try {
    return (await readWindow(path, { maxBytes: 0 })).version;
  } catch (error) {
    if (error instanceof ToolFailure && error.code === "not_found") return null;
    throw error;
  }
}

/** Stops at the requested length, so that a growing file cannot keep us reading. */
async function readBytes(file: number, position: number, length: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const bytesRead = await readSome(file, buffer.subarray(filled), position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

/** Small reads are synchronous: a trip to another thread would take longer. */
function readSome(file: number, into: Buffer, position: number): number | Promise<number> {
  if (into.length <= readAtOnce) return readSync(file, into, 0, into.length, position);
  return new Promise((resolve, reject) => {
    read(file, into, 0, into.length, position, (error, bytesRead) => (error ? reject(error) : resolve(bytesRead)));
  });
}
