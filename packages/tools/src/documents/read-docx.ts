import Turndown from "turndown";
import { boundText, type DocumentText, damagedFailure } from "./document-text.ts";
import { openOfficeFile } from "./open-office-file.ts";

const kind = "a Word document";

/** As Markdown, with headings, lists and tables. */
export async function readDocx(path: string, bytes: Uint8Array): Promise<DocumentText> {
  const buffer = await openOfficeFile(path, bytes, kind);
  const { default: mammoth } = await import("mammoth");
  try {
    const { value } = await mammoth.convertToHtml({ buffer }, { externalFileAccess: false });
    return { about: "Word document", text: boundText(toMarkdown(value)) };
  } catch (error) {
    throw damagedFailure(path, kind, error);
  }
}

/** Markdown for reading, not for rendering: nothing is escaped, and table cells stay on one line. */
function toMarkdown(html: string): string {
  const service = new Turndown({ headingStyle: "atx", bulletListMarker: "-", emDelimiter: "*" });
  service.escape = (text) => text;
  service.addRule("picture", { filter: "img", replacement: () => "" });
  service.addRule("cell", {
    filter: ["td", "th"],
    replacement: (content) => ` ${content.trim().replaceAll(/\s*\n\s*/g, " ")} |`,
  });
  service.addRule("row", { filter: "tr", replacement: (content) => `|${content}\n` });
  service.addRule("table", { filter: "table", replacement: (content) => `\n\n${content.trim()}\n\n` });
  return service.turndown(html);
}
