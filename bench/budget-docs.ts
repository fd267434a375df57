import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { currentCommit } from "./budget-history.ts";
import { readPeerFigures } from "./peer-figures.ts";
import type { Row } from "./table.ts";
import { root } from "./workspace.ts";

const file = join(root, "docs", "performance.md");
const [start, end] = ["<!-- budget: written by `pnpm bench budget --write-docs` -->", "<!-- /budget -->"];

/** Replaces the table of the page; the columns of other agents are those that `pnpm bench peers` recorded last. */
export function writeDocs(rows: readonly Row[]): void {
  const page = readFileSync(file, "utf8");
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${file} has no lines ${start} and ${end}`);
  const peers = readPeerFigures();
  const names = Object.keys(peers.versions);
  const table = markdownTable([
    ["", "floor", "ours", "against the floor", "must", "", ...names],
    ...rows.map((row) => [
      row.what,
      row.floor,
      row.ours,
      row.figure,
      row.target,
      row.isMet ? "met" : "**missed**",
      ...names.map((name) => peers.figures[row.what]?.[name] ?? ""),
    ]),
  ]);
  const load = `load average ${loadavg()[0]?.toFixed(1)} at the end`;
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, ${load}, Node ${process.versions.node}`;
  const versions = names.map((name) => `${name} ${peers.versions[name]}`).join(", ");
  const source = [
    `Measured at ${currentCommit()} on ${new Date().toISOString().slice(0, 10)}: ${machine}.`,
    `Other agents on ${peers.at.slice(0, 10)}: ${versions}; in brackets: times the floor of the same run.`,
  ].join(" ");
  writeFileSync(file, `${page.slice(0, from)}${start}\n\n${table}\n\n${source}\n\n${page.slice(to)}`);
}

export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [header = [], ...body] = rows;
  const widths = header.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const padded = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  const line = (cells: readonly string[]) => `| ${cells.map(padded).join(" | ")} |`;
  const rule = line(widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)));
  return [line(header), rule, ...body.map(line)].join("\n");
}
