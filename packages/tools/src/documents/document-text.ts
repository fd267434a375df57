import { ToolFailure } from "@roo-code/types";

/** The text of a document and a short description. */
export interface DocumentText {
  /** Such as "PDF, 12 pages". */
  readonly about: string;
  readonly text: string;
}

export const maxDocumentCharacters = 2_000_000;

/** Truncates a long text, with a note at its end. */
export function boundText(text: string): string {
  if (text.length <= maxDocumentCharacters) return text;
  return `${text.slice(0, maxDocumentCharacters).toWellFormed()}\n(Truncated: the document is longer.)`;
}

export function damagedFailure(path: string, kind: string, error?: unknown): ToolFailure {
  const reason = error instanceof Error && error.message !== "" ? ` (${error.message.slice(0, 200)})` : "";
  return new ToolFailure(
    "damaged_document",
    `"${path}" cannot be read as ${kind}: it is damaged or in another format${reason}. Inspect it with a command.`,
  );
}

export function encryptedFailure(path: string, kind: string): ToolFailure {
  return new ToolFailure(
    "encrypted_document",
    `"${path}" is ${kind} with a password. Ask the user for a copy without one.`,
  );
}

export function unpackedSizeFailure(path: string, limit: number): ToolFailure {
  return new ToolFailure(
    "document_too_large",
    `"${path}" unpacks to more than ${limit} bytes and was not read. Ask the user for the relevant part.`,
  );
}
