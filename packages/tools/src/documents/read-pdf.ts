import type * as unpdf from "unpdf";
import {
  boundText,
  type DocumentText,
  isBomb,
  isDamaged,
  isEncrypted,
  maxDocumentCharacters,
} from "./document-text.ts";
import { isPdfBomb, maxPdfStreamBytes } from "./pdf-bomb.ts";

const kind = "a PDF";
const maxPages = 500;
const maxMs = 20_000;

export async function readPdf(path: string, bytes: Uint8Array): Promise<DocumentText> {
  if (await isPdfBomb(bytes)) throw isBomb(path, maxPdfStreamBytes);
  const { getDocumentProxy } = await import("unpdf");
  try {
    // A copy: it keeps what it is given.
    const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0, isEvalSupported: false });
    try {
      const pages = await readPages(document);
      const notice =
        pages.length < document.numPages ? [`(Cut here: ${document.numPages - pages.length} more pages.)`] : [];
      const isScanned = pages.every((page) => page.text.trim() === "");
      if (isScanned) notice.push("(There is no text in it; it may be a scan.)");
      const shown = pages.map(({ number, text }) => `## Page ${number}\n${text.trim()}`);
      return {
        about: `PDF, ${document.numPages} page${document.numPages === 1 ? "" : "s"}`,
        text: boundText([...shown, ...notice].join("\n\n")),
      };
    } finally {
      await document.destroy();
    }
  } catch (error) {
    throw hasName(error, "PasswordException") ? isEncrypted(path, kind) : isDamaged(path, kind, error);
  }
}

interface Page {
  readonly number: number;
  readonly text: string;
}

type Document = Awaited<ReturnType<typeof unpdf.getDocumentProxy>>;

/** Page by page, until there is enough or it takes too long. */
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
