import { boundText, type DocumentText, isDamaged } from "./document-text.ts";
import { openOfficeFile } from "./open-office-file.ts";

const kind = "a Word document";

/** As Markdown: headings, lists and tables stay what they are. */
export async function readDocx(path: string, bytes: Uint8Array): Promise<DocumentText> {
  const buffer = await openOfficeFile(path, bytes, kind);
  const [{ default: mammoth }, { toMarkdown }] = await Promise.all([import("mammoth"), import("./to-markdown.ts")]);
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, { externalFileAccess: false });
    return { about: "Word document", text: boundText(toMarkdown(value)) };
  } catch (error) {
    throw isDamaged(path, kind, error);
  }
}
