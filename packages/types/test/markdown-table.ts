/** A table whose columns are as wide as their widest cell, as the formatter writes it. */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  return [line(head), rule, ...rows.map(line)].join("\n");
}
