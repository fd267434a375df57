import { boundText, type DocumentText, isDamaged } from "./document-text.ts";
import { openOfficeFile } from "./open-office-file.ts";

const kind = "a Word document";

export async function readDocx(path: string, bytes: Uint8Array): Promise<DocumentText> {
  const buffer = await openOfficeFile(path, bytes, kind);
  const { default: mammoth } = await import("mammoth");
  try {
    const { value } = await mammoth.extractRawText({ buffer });
    return { about: "Word document", text: boundText(value.replaceAll(/\n{3,}/g, "\n\n").trim()) };
  } catch (error) {
    throw isDamaged(path, kind, error);
  }
}
