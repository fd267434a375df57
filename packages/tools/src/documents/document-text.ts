import { ToolFailure } from "@roo-code/types";

/** The text of a document, and what was left out of it. */
export interface DocumentText {
  /** Such as "PDF, 12 pages". */
  readonly about: string;
  readonly text: string;
}

/** Bounds a document's text; a note at the end says that the rest was left out. */
export const maxDocumentCharacters = 2_000_000;

export function boundText(text: string): string {
  if (text.length <= maxDocumentCharacters) return text;
  return `${text.slice(0, maxDocumentCharacters).toWellFormed()}\n(Cut here: the document is longer.)`;
}

export function isDamaged(path: string, kind: string, error?: unknown): ToolFailure {
  const reason = error instanceof Error && error.message !== "" ? ` (${error.message.slice(0, 200)})` : "";
  return new ToolFailure(
    "damaged_document",
    `"${path}" cannot be read as ${kind}: it is damaged or another format${reason}. Inspect it with a command.`,
  );
}

export function isEncrypted(path: string, kind: string): ToolFailure {
  return new ToolFailure(
    "encrypted_document",
    `"${path}" is ${kind} protected by a password. Ask the user for a copy without one.`,
  );
}

export function isBomb(path: string, limit: number): ToolFailure {
  return new ToolFailure(
    "document_too_large",
    `"${path}" unpacks to more than ${limit} bytes and was not read. Ask the user for the relevant part.`,
  );
}
