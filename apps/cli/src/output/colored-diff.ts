import colors from "picocolors";

/** A unified diff as people know it: what goes in red, what comes in green. */
export function coloredDiff(diff: string): string {
  return diff.trimEnd().split("\n").map(paint).join("\n");
}

function paint(line: string): string {
  if (line.startsWith("+++") || line.startsWith("---")) return colors.bold(line);
  if (line.startsWith("+")) return colors.green(line);
  if (line.startsWith("-")) return colors.red(line);
  return line.startsWith("@@") ? colors.cyan(line) : line;
}
