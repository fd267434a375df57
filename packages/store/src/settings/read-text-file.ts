import { isUtf8 } from "node:buffer";
import { statSync } from "node:fs";
import { systemErrorCode } from "@roo-code/types";
import { isMissing } from "../log-errors.ts";
import { readPlainFile } from "../read-plain-file.ts";

/** Larger than any file a person wrote. */
export const maxTextBytes = 5_000_000;

export type TextReading =
  | { readonly state: "missing" }
  | { readonly state: "text"; readonly text: string; readonly mode: number }
  | { readonly state: "broken"; readonly reason: string; readonly line?: number };

/** A text file of moderate size. Whatever is there instead, it neither throws nor waits. */
export function readTextFile(path: string): TextReading {
  try {
    // Most often there is none, and making an error of that is slow.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return { state: "missing" };
    return readWhole(path);
  } catch (error) {
    if (isMissing(error)) return { state: "missing" };
    return { state: "broken", reason: `cannot be read (${systemErrorCode(error) ?? "unknown error"})` };
  }
}

function readWhole(path: string): TextReading {
  const { stat, bytes } = readPlainFile(path, { most: maxTextBytes, follow: true });
  if (stat.isDirectory()) return { state: "broken", reason: "is a folder" };
  if (!stat.isFile()) return { state: "broken", reason: "is not a plain file" };
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
