import { type BigIntStats, closeSync, readSync } from "node:fs";
import { join } from "node:path";
import type { SearchOutcome } from "@roo-code/types";
import { decodeText } from "../files/decode-text.ts";
import { openRegularFile } from "../files/open-file.ts";

/** A line as another program read it. */
export interface ReadLine {
  /** In bytes, from the beginning of the file. */
  readonly offset: number;
  /** Without its end. */
  readonly bytes: Buffer;
}

/** By path, then by number of line. */
export type ReadLines = Map<string, Map<number, ReadLine>>;

export interface LineConfirmation {
  readonly root: string;
  readonly read: ReadLines;
  /** Whether a file is kept from the agent by what it is, whatever its name. */
  readonly isKept: (stat: BigIntStats) => boolean;
}

/** A line's beginning, longer than what is shown of it and shorter than what ripgrep prints. */
const comparedBytes = 2048;
const maxDecodedBytes = 8 * 1024 * 1024;

/**
 * What of an outcome is true of the workspace's own files, read again through folders that are held. Another program
 * opens files by their paths, and a folder may have become a link to elsewhere in that moment.
 */
export function confirmLines(outcome: SearchOutcome, confirmation: LineConfirmation): SearchOutcome {
  const files = outcome.files.flatMap(({ path, lines }) => {
    const isThere = linesOnDisk(path, confirmation);
    const confirmed = lines.filter(({ line }) => isThere(line));
    return confirmed.some(({ isMatch }) => isMatch) ? [{ path, lines: confirmed }] : [];
  });
  const matches = files.reduce((sum, { lines }) => sum + lines.filter(({ isMatch }) => isMatch).length, 0);
  return { ...outcome, files, matches };
}

function linesOnDisk(path: string, { root, read, isKept }: LineConfirmation): (line: number) => boolean {
  const lines = read.get(path) ?? new Map<number, ReadLine>();
  const opened = openIfThere(root, path);
  if (!opened) return () => false;
  const { file, stat } = opened;
  try {
    if (isKept(stat)) return () => false;
    const same = new Set([...lines].filter(([, line]) => isAt(file, line)).map(([number]) => number));
    // UTF-16, or a mark before UTF-8: another program counts bytes after decoding.
    const isDecoded = same.size < lines.size && stat.size <= maxDecodedBytes;
    for (const number of isDecoded ? decodedLines(file, Number(stat.size), lines) : []) same.add(number);
    return (line) => same.has(line);
  } finally {
    closeSync(file);
  }
}

function openIfThere(root: string, path: string): ReturnType<typeof openRegularFile> | undefined {
  try {
    return openRegularFile({ given: path, relative: path, absolute: join(root, path) });
  } catch {
    return undefined;
  }
}

function isAt(file: number, { offset, bytes }: ReadLine): boolean {
  const expected = bytes.subarray(0, comparedBytes);
  const found = Buffer.alloc(expected.length);
  return readSync(file, found, 0, found.length, offset) === expected.length && found.equals(expected);
}

function* decodedLines(file: number, size: number, lines: ReadonlyMap<number, ReadLine>): Generator<number> {
  const whole = Buffer.alloc(size);
  const text = decodeText(whole.subarray(0, readSync(file, whole, 0, size, 0)))?.split(/\r?\n/) ?? [];
  for (const [number, { bytes }] of lines) {
    const line = Buffer.from(text[number - 1] ?? "").subarray(0, comparedBytes);
    if (line.equals(bytes.subarray(0, comparedBytes))) yield number;
  }
}
