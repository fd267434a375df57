import type * as xlsx from "@e965/xlsx";
import { boundText, type DocumentText, damagedFailure } from "./document-text.ts";
import { openOfficeFile } from "./open-office-file.ts";

const kind = "a workbook";
const maxSheets = 50;
const maxRows = 5000;
const maxColumns = 256;

export async function readXlsx(path: string, bytes: Uint8Array): Promise<DocumentText> {
  const buffer = await openOfficeFile(path, bytes, kind);
  const library = await import("@e965/xlsx");
  try {
    const bounds = { sheetRows: maxRows + 1, dense: true, sheetStubs: true };
    const book = library.read(buffer, { type: "buffer", ...bounds });
    const names = book.SheetNames.slice(0, maxSheets);
    const sheets = names.map((name) => `# Sheet: ${name}\n${showSheet(library, book.Sheets[name])}`);
    const rest = book.SheetNames.length - names.length;
    const notice = rest > 0 ? [`(Truncated: ${rest} more sheets.)`] : [];
    return {
      about: `workbook, ${book.SheetNames.length} sheet${book.SheetNames.length === 1 ? "" : "s"}, cells separated by tabs`,
      text: boundText([...sheets, ...notice].join("\n\n")),
    };
  } catch (error) {
    throw damagedFailure(path, kind, error);
  }
}

/** A sheet may declare itself as large as the format allows. */
function showSheet({ utils }: typeof xlsx, sheet: xlsx.WorkSheet | undefined): string {
  const reference = sheet?.["!ref"];
  if (!sheet || reference === undefined) return "(empty)";
  const { s: start, e: end } = utils.decode_range(reference);
  const last = { r: Math.min(end.r, start.r + maxRows - 1), c: Math.min(end.c, start.c + maxColumns - 1) };
  const shown = { ...sheet, "!ref": utils.encode_range(start, last) };
  for (const row of sheet["!data"] ?? []) for (const cell of row ?? []) showFormula(cell);
  const cells = utils.sheet_to_csv(shown, { FS: "\t", blankrows: false, strip: true }).trimEnd();
  const isCut = last.r < end.r || last.c < end.c;
  return isCut
    ? `${cells}\n(Truncated: at most ${maxRows} rows and ${maxColumns} columns of a sheet are shown.)`
    : cells;
}

/** A formula written without a computed value has nothing to show. */
function showFormula(cell: xlsx.CellObject | undefined): void {
  if (cell?.t === "z" && cell.f !== undefined) Object.assign(cell, { t: "s", v: `=${cell.f}` });
}
