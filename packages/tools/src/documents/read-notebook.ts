import { stripVTControlCharacters } from "node:util";
import { isRecord } from "../loose-input.ts";
import { boundText, type DocumentText, damagedFailure } from "./document-text.ts";

const kind = "a notebook";
const maxOutputCharacters = 4000;

export async function readNotebook(path: string, bytes: Uint8Array): Promise<DocumentText> {
  const cells = parseCells(bytes);
  if (!cells) throw damagedFailure(path, kind);
  const shown = cells.map((cell, index) => `## Cell ${index + 1}: ${showCell(cell)}`);
  return {
    about: `notebook, ${cells.length} cell${cells.length === 1 ? "" : "s"}`,
    text: boundText(shown.join("\n\n")),
  };
}

function parseCells(bytes: Uint8Array): readonly unknown[] | undefined {
  try {
    const notebook: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isRecord(notebook) && Array.isArray(notebook.cells) ? notebook.cells : undefined;
  } catch {
    return undefined;
  }
}

function showCell(cell: unknown): string {
  if (!isRecord(cell)) return "(unreadable)";
  const outputs = Array.isArray(cell.outputs) ? cell.outputs.map(showOutput).filter((text) => text !== "") : [];
  return [
    typeof cell.cell_type === "string" ? cell.cell_type : "(unknown type)",
    joinText(cell.source),
    ...outputs.map((text) => `### Output\n${text}`),
  ].join("\n");
}

function showOutput(output: unknown): string {
  if (!isRecord(output)) return "";
  const data = isRecord(output.data) ? output.data : {};
  const text = stripVTControlCharacters(joinText(output.text ?? data["text/plain"] ?? output.traceback));
  const images = Object.keys(data).filter((type) => type.startsWith("image/"));
  const notes = images.map((type) => `(${type}, not shown)`);
  const isCut = text.length > maxOutputCharacters;
  const shown = isCut ? `${text.slice(0, maxOutputCharacters).toWellFormed()}\n(Truncated.)` : text;
  return [shown, ...notes].filter((part) => part !== "").join("\n");
}

/** Notebooks store a text as a string or as a list of lines. */
function joinText(value: unknown): string {
  return (Array.isArray(value) ? value.map(String).join("") : typeof value === "string" ? value : "").trimEnd();
}
