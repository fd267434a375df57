import { open } from "node:fs/promises";
import { createContext, Script } from "node:vm";
import { type OutputRequest, type OutputWindow, ToolFailure } from "@roo-code/types";
import { orphanedStart, unfinishedEnd } from "../files/utf8-border.ts";

export type OutputSource = { readonly path: string; readonly lostBytes: number } | { readonly bytes: Buffer };

interface Reader {
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
}

const step = 256 * 1024;
const maxLineLength = 2000;

/** A window of an output, or its matching lines; with their line numbers. */
export async function readOutput(source: OutputSource, request: OutputRequest): Promise<OutputWindow> {
  const artifact = request.artifact.replace(/(?:\.txt)?$/, ".txt");
  const lostBytes = "path" in source ? source.lostBytes : 0;
  const read = async (reader: Reader): Promise<OutputWindow> => {
    if (request.offset > reader.size) {
      throw new ToolFailure(
        "invalid_offset",
        `The output of ${artifact} has ${reader.size} bytes; ${request.offset} is past its end.`,
      );
    }
    const window = await (request.search ? searchLines(reader, request, request.search) : readLines(reader, request));
    return { artifact, size: reader.size, lostBytes, ...window };
  };
  if ("bytes" in source) return read(readerOf(source.bytes));
  await using file = await open(source.path, "r").catch(() => {
    throw new ToolFailure("unknown_artifact", `The output of ${artifact} was deleted to make room for newer output.`);
  });
  const { size } = await file.stat();
  return await read({ size, read: (offset, length) => readFully(file, offset, length) });
}

type Window = Pick<OutputWindow, "lines" | "nextOffset">;

async function readLines(reader: Reader, { offset, limit }: OutputRequest): Promise<Window> {
  const bytes = await reader.read(offset, Math.min(limit, reader.size - offset));
  const isLast = offset + bytes.length >= reader.size;
  const shown = isLast ? bytes : bytes.subarray(0, wholeLines(bytes));
  const text = shown.subarray(offset === 0 ? 0 : orphanedStart(shown)).toString();
  const first = 1 + (await countBreaks(reader, offset));
  const lines = linesOf(text).map((line, index) => ({ line: first + index, text: shortened(line) }));
  return { lines, nextOffset: isLast ? undefined : offset + shown.length };
}

/** Up to the last line break, or the last complete character if there is none. */
function wholeLines(bytes: Buffer): number {
  return bytes.lastIndexOf(10) + 1 || bytes.length - unfinishedEnd(bytes) || bytes.length;
}

async function countBreaks(reader: Reader, end: number): Promise<number> {
  let count = 0;
  for (let offset = 0; offset < end; offset += step) {
    const bytes = await reader.read(offset, Math.min(step, end - offset));
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  }
  return count;
}

async function searchLines(reader: Reader, { offset, limit }: OutputRequest, search: string): Promise<Window> {
  const filter = new LineFilter(search);
  const found: { line: number; text: string }[] = [];
  let line = 1 + (await countBreaks(reader, offset));
  let room = limit;
  for (let at = offset; at < reader.size; ) {
    const bytes = await reader.read(at, Math.min(step, reader.size - at));
    const isLast = at + bytes.length >= reader.size;
    const piece = isLast ? bytes : bytes.subarray(0, wholeLines(bytes));
    const lines = linesOf(piece.toString());
    for (const index of filter.matches(lines)) {
      const text = shortened(lines[index] ?? "");
      room -= Buffer.byteLength(text) + 1;
      if (room < 0) return { lines: found, nextOffset: at + byteOffset(lines, index) };
      found.push({ line: line + index, text });
    }
    line += lines.length;
    at += piece.length;
  }
  return { lines: found };
}

function byteOffset(lines: readonly string[], count: number): number {
  return lines.slice(0, count).reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function shortened(line: string): string {
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}… (${line.length} characters)` : line;
}

function readerOf(bytes: Buffer): Reader {
  return { size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
}

async function readFully(
  file: { read(buffer: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }> },
  position: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

const patienceMs = 1000;
const maxTestedLength = 10_000;

/** Finds lines by a regular expression, or literally if it is invalid. An expression that takes too long is aborted. */
class LineFilter {
  readonly #context: { lines: readonly string[]; pattern: RegExp };
  readonly #script = new Script("lines.flatMap((line, index) => (pattern.test(line) ? [index] : []))");
  #leftMs = patienceMs;

  constructor(search: string) {
    this.#context = { lines: [], pattern: patternOf(search) };
    createContext(this.#context);
  }

  /** Indexes of the matching lines. Throws `ToolFailure` `slow_search`. */
  matches(lines: readonly string[]): readonly number[] {
    const startedAt = performance.now();
    this.#context.lines = lines.map((line) => line.slice(0, maxTestedLength));
    try {
      const found: readonly number[] = this.#script.runInContext(this.#context, { timeout: Math.max(1, this.#leftMs) });
      return found;
    } catch (error) {
      // Created in the script's own context, it is not an `instanceof Error`.
      if (!isTimeout(error)) throw error;
      throw new ToolFailure("slow_search", "The search took too long. Use a simpler expression, or plain words.");
    } finally {
      this.#leftMs -= Math.ceil(performance.now() - startedAt);
      this.#context.lines = [];
    }
  }
}

function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

function patternOf(search: string): RegExp {
  try {
    return new RegExp(search, "i");
  } catch {
    return new RegExp(search.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "i");
  }
}
