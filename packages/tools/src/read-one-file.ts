import type { FileWindow, ImagePart, ToolContext, ToolOutput } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { type DocumentReader, documentReader, maxDocumentBytes } from "./documents/document-reader.ts";
import { rememberText } from "./edit/known-texts.ts";
import { imageType, otherImageFormat } from "./image-type.ts";
import type { FileRequest } from "./read-file.ts";
import { LineWindow } from "./text/line-window.ts";
import { showLines } from "./text/numbered-lines.ts";
import { readBlock } from "./text/read-block.ts";
import { pastEndFailure, readText } from "./text/read-text.ts";
import { showName } from "./text/show-name.ts";

const defaultLines = 2000;
const maxLines = 10_000;
const maxImageBytes = 5 * 1024 * 1024;

/** The requested lines of a file. */
interface LineRequest {
  readonly first: number;
  readonly maxLines: number;
  readonly maxCharacters: number;
}

/** A file as an image, as the text of a document, or as plain text; `maxCharacters` bounds the text. */
export async function readOneFile(
  request: FileRequest,
  maxCharacters: number,
  { workspace }: ToolContext,
): Promise<ToolOutput> {
  const { files } = workspace;
  const path = await files.resolve(request.path);
  const window = await files.read(path).catch((error: unknown) => {
    throw isFolder(error) ? new ToolFailure("is_directory", `"${request.path}" is a folder: use list_files.`) : error;
  });
  const seen = [{ path, version: window.version }];
  const mediaType = imageType(window.bytes);
  if (mediaType !== undefined) {
    const image = readImage(path, mediaType, window);
    return { content: `File: ${showName(path)}\n(${mediaType}, ${window.size} bytes)`, images: [image], seen };
  }
  const otherFormat = otherImageFormat(window.bytes);
  if (otherFormat !== undefined) {
    throw new ToolFailure(
      "unsupported_image",
      `"${path}" is an image in an unsupported format (${otherFormat}). Convert it to PNG with a command and read the result.`,
    );
  }
  const range = {
    first: atLeastOne(request.offset ?? 1),
    maxLines: Math.min(maxLines, atLeastOne(request.limit ?? defaultLines)),
    maxCharacters,
  };
  const reader = documentReader(path, window.bytes);
  if (reader) {
    const whole = window.bytes.length < window.size ? await readWhole(files, path, window.size, reader) : window.bytes;
    return { content: `File: ${showName(path)}\n${await readDocument(reader, path, whole, range)}`, seen };
  }
  if (window.bytes.length === window.size) rememberText(workspace, window.version, window.bytes);
  const content =
    request.mode === "indentation"
      ? readBlock(path, window, { ...blockRequest(request, range), maxCharacters })
      : await readText({ files, path, window, ...range });
  return { content: `File: ${showName(path)}\n${content}`, seen };
}

function blockRequest({ indentation = {} }: FileRequest, { first, maxLines: limit }: LineRequest) {
  return {
    anchor: atLeastOne(indentation.anchor_line ?? first),
    maxLevels: Math.max(0, Math.trunc(indentation.max_levels ?? 0)),
    includeSiblings: indentation.include_siblings ?? false,
    includeHeader: indentation.include_header ?? true,
    maxLines: Math.min(limit, atLeastOne(indentation.max_lines ?? limit)),
  };
}

async function readDocument(
  reader: DocumentReader,
  path: string,
  bytes: Uint8Array,
  range: LineRequest,
): Promise<string> {
  const { about, text } = await reader.read(path, bytes);
  const lines = new LineWindow(range);
  lines.push(text);
  lines.end();
  if (lines.lines.length === 0 && text !== "") throw pastEndFailure(path, range.first, lines.count);
  const shown =
    text === ""
      ? "(The document contains no text.)"
      : showLines({ path, lines, first: range.first, total: `${lines.count}`, isWhole: true });
  return `(${about}; shown as text)\n${shown}`;
}

async function readWhole(
  files: ToolContext["workspace"]["files"],
  path: string,
  size: number,
  { kind }: DocumentReader,
): Promise<Uint8Array> {
  if (size > maxDocumentBytes) {
    throw new ToolFailure(
      "document_too_large",
      `"${path}" is ${kind} of ${size} bytes; at most ${maxDocumentBytes} are read. Inspect it with a command.`,
    );
  }
  return (await files.read(path, { maxBytes: maxDocumentBytes })).bytes;
}

function readImage(path: string, mediaType: string, { bytes, size }: FileWindow): ImagePart {
  if (size > maxImageBytes) {
    throw new ToolFailure(
      "image_too_large",
      `"${path}" is an image of ${size} bytes; at most ${maxImageBytes} are shown.`,
    );
  }
  return { type: "image", mediaType, data: Buffer.from(bytes).toString("base64") };
}

function atLeastOne(value: number): number {
  return Math.max(1, Math.trunc(value));
}

function isFolder(error: unknown): boolean {
  return error instanceof ToolFailure && error.code === "is_directory";
}
