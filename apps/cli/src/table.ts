/** A cell, optionally right-aligned. */
export type Cell = string | { readonly right: string };

/**
 * Columns two spaces apart, at most as wide as the terminal if the first column can shrink enough. A first cell that does not fit
 * gets its own line: it is what people copy.
 */
export function table(rows: readonly (readonly Cell[])[], width: number): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, textOf(cell).length);
  }
  const [first = 0, ...others] = widths;
  const left = width - others.reduce((sum, other) => sum + other + 2, 0);
  const narrow = Math.min(first, Math.max(left, 12));
  return rows.map((row) => line(row, [narrow, ...others])).join("\n");
}

function line([first = "", ...others]: readonly Cell[], [firstWidth = 0, ...widths]: readonly number[]): string {
  const name = textOf(first);
  const cells = others.map((cell, column) => padded(cell, widths[column] ?? 0));
  const rest = ["", ...cells].join("  ").trimEnd();
  if (name.length <= firstWidth) return `${name.padEnd(firstWidth)}${rest}`.trimEnd();
  return `${name}\n${" ".repeat(firstWidth)}${rest}`.trimEnd();
}

function padded(cell: Cell, width: number): string {
  return typeof cell === "string" ? cell.padEnd(width) : cell.right.padStart(width);
}

function textOf(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.right;
}
