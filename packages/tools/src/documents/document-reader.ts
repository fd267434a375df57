import type { DocumentText } from "./document-text.ts";

export interface DocumentReader {
  /** For messages, with its article: "a PDF". */
  readonly kind: string;
  /** Throws `ToolFailure` for a document that is damaged, protected or too large. */
  read(path: string, bytes: Uint8Array): Promise<DocumentText>;
}

/** A file larger than this is not read as a document. */
export const maxDocumentBytes = 20 * 1024 * 1024;

/** By name and first bytes; undefined for plain text. Readers are loaded on demand. */
export function documentReader(path: string, start: Uint8Array): DocumentReader | undefined {
  const hex = Buffer.from(start.subarray(0, 8)).toString("hex");
  if (hex.startsWith("255044462d")) {
    return { kind: "a PDF", read: async (...args) => (await import("./read-pdf.ts")).readPdf(...args) };
  }
  // Office files are zip files; one with a password is a compound file around them.
  const isOffice = hex.startsWith("504b0304") || hex.startsWith("d0cf11e0a1b11ae1");
  switch (path.slice(path.lastIndexOf(".")).toLowerCase()) {
    case ".docx":
      if (!isOffice) return undefined;
      return { kind: "a Word document", read: async (...args) => (await import("./read-docx.ts")).readDocx(...args) };
    case ".xlsx":
    case ".xlsm":
      if (!isOffice) return undefined;
      return { kind: "a workbook", read: async (...args) => (await import("./read-xlsx.ts")).readXlsx(...args) };
    case ".ipynb":
      return {
        kind: "a notebook",
        read: async (...args) => (await import("./read-notebook.ts")).readNotebook(...args),
      };
    default:
      return undefined;
  }
}
