import { isUtf8 } from "node:buffer";
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { systemErrorCode } from "@roo-code/types";
import { isMissing } from "../log-errors.ts";

/** Larger than any hand-written file. */
export const maxTextBytes = 5_000_000;

type TextReading =
  | { readonly state: "missing" }
  | { readonly state: "text"; readonly text: string; readonly mode: number }
  | { readonly state: "broken"; readonly reason: string; readonly line?: number };

/** Reads a text file of limited size. Never throws and never blocks, whatever is at the path. */
export function readTextFile(path: string): TextReading {
  try {
    // Usually the file is missing, and constructing an error is slow.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return { state: "missing" };
    return readWhole(path);
  } catch (error) {
    if (isMissing(error)) return { state: "missing" };
    return { state: "broken", reason: `cannot be read (${systemErrorCode(error) ?? "unknown error"})` };
  }
}

function readWhole(path: string): TextReading {
  const { stat, bytes } = readPlainFile(path, { maxBytes: maxTextBytes, follow: true });
  if (stat.isDirectory()) return { state: "broken", reason: "is a folder" };
  if (!stat.isFile()) return { state: "broken", reason: "is not a regular file" };
  if (stat.size > maxTextBytes) return { state: "broken", reason: "is larger than 5 MB" };
  if (isUtf8(bytes)) return { state: "text", text: bytes.toString("utf8"), mode: stat.mode & 0o777 };
  return { state: "broken", reason: "is not UTF-8 text", line: lineOfBadByte(bytes) };
}

function lineOfBadByte(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf("\n", start);
    if (!isUtf8(bytes.subarray(start, end === -1 ? bytes.length : end)) || end === -1) return line;
    start = end + 1;
  }
  return line;
}

interface PlainFile {
  readonly stat: Stats;
  /** The content, up to the limit; empty for a folder, a pipe or a device. */
  readonly bytes: Buffer;
}

/** Does not block: opening a pipe would otherwise wait for a writer. Throws system errors. */
export function readPlainFile(path: string, { maxBytes, follow }: { maxBytes: number; follow: boolean }): PlainFile {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const file = openSync(path, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW));
  try {
    const stat = fstatSync(file);
    return { stat, bytes: readBytes(file, stat.isFile() ? Math.min(stat.size, maxBytes) : 0) };
  } finally {
    closeSync(file);
  }
}

/** The first `length` bytes of an open file, fewer if it is shorter. */
function readBytes(file: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = readSync(file, bytes, filled, length - filled, filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
