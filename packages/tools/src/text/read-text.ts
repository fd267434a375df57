import type { FileWindow, WorkspaceFiles } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { LineWindow } from "./line-window.ts";
import { numberLines } from "./numbered-lines.ts";
import { detectFormat, markOf } from "./text-encoding.ts";

export interface TextRequest {
  readonly files: WorkspaceFiles;
  readonly path: string;
  /** The beginning of the file. */
  readonly window: FileWindow;
  readonly first: number;
  readonly maxLines: number;
  readonly maxCharacters: number;
}

const windowBytes = 4 * 1024 * 1024;
/** How far into a huge file we look for a line. */
const budgetBytes = 256 * 1024 * 1024;

/** Numbered lines, after a notice when there are more. Reads window by window: a huge file is never held whole. */
export async function readText(request: TextRequest): Promise<string> {
  const { path, first, window } = request;
  if (window.size === 0) return "(The file is empty.)";
  const lines = new LineWindow(request);
  const { isWhole } = await fill(lines, request);
  if (lines.lines.length === 0) throw pastEnd(request, lines.count, isWhole);
  const last = first + lines.lines.length - 1;
  const body = numberLines(lines.lines, first);
  if (isWhole && last === lines.count) return body;
  const total = isWhole ? `${lines.count}` : `a file of ${window.size} bytes`;
  return [
    "Truncated: this is a part of the file.",
    `Lines shown: ${first}-${last} of ${total}.`,
    `To read on: read_file with path "${path}" and offset ${last + 1}.`,
    "",
    body,
  ].join("\n");
}

/** A file that came in one window is counted to its end; a larger one is left as soon as enough was seen. */
async function fill(lines: LineWindow, request: TextRequest): Promise<{ isWhole: boolean }> {
  for await (const piece of textPieces(request)) {
    lines.push(piece.text);
    if (piece.isLast) {
      lines.end();
      return { isWhole: true };
    }
    if (lines.isFull) break;
  }
  return { isWhole: false };
}

async function* textPieces({ files, path, window }: TextRequest): AsyncGenerator<{ text: string; isLast: boolean }> {
  const format = detectFormat(window.bytes);
  if (!format) {
    throw new ToolFailure(
      "binary_file",
      `"${path}" is a binary file (${window.size} bytes). read_file shows text and images; examine it with a command.`,
    );
  }
  const decoder = new TextDecoder(format.encoding, { ignoreBOM: true });
  let bytes = window.bytes.subarray(markOf(format).length);
  for (let offset = window.bytes.length; ; offset += bytes.length) {
    const isLast = offset >= window.size || bytes.length === 0;
    yield { text: decoder.decode(bytes, { stream: !isLast }), isLast };
    if (isLast || offset >= budgetBytes) return;
    bytes = (await files.read(path, { offset, maxBytes: windowBytes })).bytes;
  }
}

function pastEnd({ path, first }: TextRequest, count: number, isWhole: boolean): ToolFailure {
  if (isWhole) return new ToolFailure("past_end", `"${path}" has ${count} lines; line ${first} is beyond its end.`);
  return new ToolFailure(
    "too_far",
    `Line ${first} of "${path}" lies beyond the first ${budgetBytes} bytes. Use search_files, or a command such as sed -n.`,
  );
}
