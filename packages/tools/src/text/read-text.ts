import type { FileWindow, WorkspaceFiles } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { LineWindow } from "./line-window.ts";
import { showLines } from "./numbered-lines.ts";
import { byteOrderMark, detectFormat, type TextFormat } from "./text-encoding.ts";

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
/** How much of a huge file is scanned for a line. */
const maxScannedBytes = 256 * 1024 * 1024;

/** Numbered lines, after a notice when there are more. Reads window by window: a huge file is never in memory as a whole. */
export async function readText(request: TextRequest): Promise<string> {
  const { path, first, window } = request;
  if (window.size === 0) return "(The file is empty.)";
  const format = detectFormat(window.bytes);
  if (!format) throw binaryFailure(path, window.size);
  const lines = new LineWindow(request);
  const { isWhole } = await fill(lines, textPieces(request, format));
  if (lines.lines.length === 0) throw isWhole ? pastEndFailure(path, first, lines.count) : tooFarFailure(request);
  const total = isWhole ? `${lines.count}` : `a file of ${window.size} bytes`;
  // Any bytes are valid in this encoding, so it is only a guess.
  const notice = format.encoding === "windows-1252" ? "(Not UTF-8; read as windows-1252.)\n" : "";
  return notice + showLines({ path, lines, first, total, isWhole });
}

/** A file that fits one window is counted to its end; a larger one is read only as far as needed. */
async function fill(lines: LineWindow, pieces: AsyncIterable<TextPiece>): Promise<{ isWhole: boolean }> {
  for await (const piece of pieces) {
    lines.push(piece.text);
    if (piece.isLast) {
      lines.end();
      return { isWhole: true };
    }
    if (lines.isFull) break;
  }
  return { isWhole: false };
}

interface TextPiece {
  readonly text: string;
  readonly isLast: boolean;
}

async function* textPieces({ files, path, window }: TextRequest, format: TextFormat): AsyncGenerator<TextPiece> {
  const decoder = new TextDecoder(format.encoding, { ignoreBOM: true });
  let bytes = window.bytes.subarray(byteOrderMark(format).length);
  for (let offset = window.bytes.length; ; offset += bytes.length) {
    const isLast = offset >= window.size || bytes.length === 0;
    yield { text: decoder.decode(bytes, { stream: !isLast }), isLast };
    if (isLast || offset >= maxScannedBytes) return;
    bytes = (await files.read(path, { offset, maxBytes: windowBytes })).bytes;
  }
}

export function binaryFailure(path: string, size: number): ToolFailure {
  return new ToolFailure(
    "binary_file",
    `"${path}" is a binary file (${size} bytes). read_file shows text, images and documents; inspect it with a command.`,
  );
}

export function pastEndFailure(path: string, line: number, count: number): ToolFailure {
  return new ToolFailure("past_end", `"${path}" has ${count} lines; line ${line} is beyond its end.`);
}

function tooFarFailure({ path, first }: TextRequest): ToolFailure {
  return new ToolFailure(
    "too_far",
    `Line ${first} of "${path}" is beyond the first ${maxScannedBytes} bytes. Use search_files, or a command such as sed -n.`,
  );
}
