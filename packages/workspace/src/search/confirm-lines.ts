import { type BigIntStats, closeSync, readSync } from "node:fs";
import { join } from "node:path";
import type { SearchOutcome } from "@roo-code/types";
import { decodeText } from "../files/decode-text.ts";
import { openRegularFile } from "../files/open-file.ts";

/** A line as reported by another program. */
export interface ReadLine {
  /** In bytes, from the beginning of the file. */
  readonly offset: number;
  /** Without the line ending. */
  readonly bytes: Buffer;
}

/** By path, then by line number. */
export type ReadLines = Map<string, Map<number, ReadLine>>;

export interface LineConfirmation {
  readonly root: string;
  readonly read: ReadLines;
  /** Whether a file is hidden by its identity, whatever its name. */
  readonly isIgnoredFile: (stat: BigIntStats) => boolean;
}

/** The beginning of a line, longer than what is shown and shorter than what ripgrep prints. */
const comparedBytes = 2048;
const maxDecodedBytes = 8 * 1024 * 1024;

/**
 * The part of an outcome that is confirmed by reading the workspace's own files through folder handles. Another program
 * opens files by path, and a folder may have been a link to elsewhere at that moment.
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

function linesOnDisk(path: string, { root, read, isIgnoredFile }: LineConfirmation): (line: number) => boolean {
  const lines = read.get(path) ?? new Map<number, ReadLine>();
  const opened = openIfThere(root, path);
  if (!opened) return () => false;
  const { file, stat } = opened;
  try {
    if (isIgnoredFile(stat)) return () => false;
    const same = new Set([...lines].filter(([, line]) => isAt(file, line)).map(([number]) => number));
    // UTF-16, or UTF-8 with a byte order mark: other programs count bytes after decoding.
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
