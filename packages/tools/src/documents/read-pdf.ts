import { promisify } from "node:util";
import { inflate } from "node:zlib";
import type * as unpdf from "unpdf";
import {
  boundText,
  type DocumentText,
  damagedFailure,
  encryptedFailure,
  maxDocumentCharacters,
  unpackedSizeFailure,
} from "./document-text.ts";

const kind = "a PDF";
const maxPages = 500;
const maxMs = 20_000;

export async function readPdf(path: string, bytes: Uint8Array): Promise<DocumentText> {
  if (await isPdfBomb(bytes)) throw unpackedSizeFailure(path, maxPdfStreamBytes);
  const { getDocumentProxy } = await import("unpdf");
  try {
    // A copy, since the reader takes ownership of the bytes.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, isEvalSupported: false });
    try {
      const pages = await readPages(document);
      const notice =
        pages.length < document.numPages ? [`(Truncated: ${document.numPages - pages.length} more pages.)`] : [];
      const isScanned = pages.every((page) => page.text.trim() === "");
      if (isScanned) notice.push("(The document contains no text; it may be a scan.)");
      const shown = pages.map(({ number, text }) => `## Page ${number}\n${text.trim()}`);
      return {
        about: `PDF, ${document.numPages} page${document.numPages === 1 ? "" : "s"}`,
        text: boundText([...shown, ...notice].join("\n\n")),
      };
    } finally {
      await document.destroy();
    }
  } catch (error) {
    throw hasName(error, "PasswordException") ? encryptedFailure(path, kind) : damagedFailure(path, kind, error);
  }
}

interface Page {
  readonly number: number;
  readonly text: string;
}

type Document = Awaited<ReturnType<typeof unpdf.getDocumentProxy>>;

/** Page by page, up to the limits of length and time. */
async function readPages(document: Document): Promise<readonly Page[]> {
  const deadline = performance.now() + maxMs;
  const pages: Page[] = [];
  let length = 0;
  for (let number = 1; number <= Math.min(document.numPages, maxPages); number += 1) {
    if (length > maxDocumentCharacters || performance.now() > deadline) break;
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
    page.cleanup();
    pages.push({ number, text });
    length += text.length;
  }
  return pages;
}

function hasName(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

const maxPdfStreamBytes = 1024 * 1024 * 1024;

const unpack = promisify(inflate);
const maxLayers = 4;
const maxStreamBytes = 128 * 1024 * 1024;

/**
 * Whether a PDF's compressed streams, also nested ones, unpack to more than the limit. They are unpacked on another
 * thread; the reader itself would do so on this one without a limit.
 */
async function isPdfBomb(bytes: Uint8Array): Promise<boolean> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let total = 0;
  for (const packed of streamsOf(file)) {
    let layer: Uint8Array | undefined = packed;
    for (let depth = 0; layer !== undefined && isPacked(layer); depth += 1) {
      if (depth === maxLayers) return true;
      const unpacked = await tryUnpack(layer);
      if (unpacked === "too-large") return true;
      total += unpacked?.length ?? 0;
      if (total > maxPdfStreamBytes) return true;
      layer = unpacked;
    }
  }
  return false;
}

function* streamsOf(file: Buffer): Generator<Buffer> {
  for (let at = file.indexOf("stream"); at !== -1; at = file.indexOf("stream", at + 6)) {
    if (file.toString("latin1", at - 3, at) === "end") continue;
    const start = file[at + 6] === 13 ? at + 8 : at + 7;
    const end = file.indexOf("endstream", start);
    yield file.subarray(start, end === -1 ? file.length : end);
  }
}

function isPacked(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

/** undefined for a stream that cannot be unpacked. */
async function tryUnpack(packed: Uint8Array): Promise<Uint8Array | "too-large" | undefined> {
  try {
    return await unpack(packed, { maxOutputLength: maxStreamBytes });
  } catch (error) {
    return error instanceof RangeError ? "too-large" : undefined;
  }
}
