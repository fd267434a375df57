import { type FileWindow, ToolFailure } from "@roo-code/types";
import { type BlockRequest, findBlock } from "./find-block.ts";
import { truncateLine } from "./line-window.ts";
import { numberLines } from "./numbered-lines.ts";
import { binaryFailure, pastEndFailure } from "./read-text.ts";
import { decodeText } from "./text-encoding.ts";
import { splitLines } from "./text-lines.ts";

/** The block around a line, with line numbers and its range in the file. */
export function readBlock(path: string, window: FileWindow, request: BlockRequest & { maxCharacters: number }): string {
  if (window.size === 0) return "(The file is empty.)";
  if (window.size > window.bytes.length) {
    throw new ToolFailure(
      "too_large",
      `"${path}" has ${window.size} bytes, too many for mode indentation. Read part of it with offset and limit.`,
    );
  }
  const decoded = decodeText(window.bytes);
  if (!decoded) throw binaryFailure(path, window.size);
  const lines = splitLines(decoded.text).map(({ text }) => text);
  if (request.anchor > lines.length) throw pastEndFailure(path, request.anchor, lines.length);
  const { start, end } = findBlock(lines, request);
  const shown = lines.slice(start - 1, end).map(truncateLine);
  const body = numberLines(shown, start);
  const isCut = body.length > request.maxCharacters;
  const notice = isCut ? "\n(Truncated: the block is longer. Continue with offset and limit.)" : "";
  return [
    `Lines shown: ${start}-${end} of ${lines.length}, the block around line ${request.anchor}.`,
    "",
    (isCut ? body.slice(0, request.maxCharacters).toWellFormed() : body) + notice,
  ].join("\n");
}
