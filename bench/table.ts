export interface Row {
  readonly what: string;
  readonly floor: string;
  readonly ours: string;
  readonly figure: string;
  readonly target: string;
  readonly isMet: boolean;
}

/** Prints what was measured, the reference, our figure and the target. */
export function printTable(title: string, rows: readonly Row[]): void {
  const header = ["what", "reference", "ours", "figure", "target", ""];
  const cells = rows.map(({ what, floor, ours, figure, target, isMet }) => [
    what,
    floor,
    ours,
    figure,
    target,
    isMet ? "met" : "MISSED",
  ]);
  const widths = header.map((text, column) => Math.max(text.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  process.stdout.write(
    `\n${title}\n${[header, widths.map((width) => "-".repeat(width)), ...cells].map(line).join("\n")}\n`,
  );
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}

export function percentile95(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}
