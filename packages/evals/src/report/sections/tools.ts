import { descending, max } from "d3-array";
import { type Cell, numberColumn, type Section, section, table, textColumn } from "../document.ts";
import type { EvalReport } from "../eval-report.ts";
import { percent, unknown } from "../figures.ts";
import { runLetter } from "../run-names.ts";

/** Tools that failed, and how often of how many calls. */
export function toolsSection({ runs }: EvalReport): Section[] {
  const names = new Set(runs.flatMap(({ tools }) => tools.map(({ tool }) => tool)));
  if (names.size === 0) return [];
  const rows = [...names]
    .map((tool) => ({ tool, usages: runs.map(({ tools }) => tools.find((usage) => usage.tool === tool) ?? null) }))
    .sort((left, right) => descending(maxFailures(left.usages), maxFailures(right.usages)));
  return section("Tools", [
    table({
      caption: "Calls that failed, of all calls of a tool",
      columns: [
        textColumn("Tool"),
        ...runs.flatMap((_, position) => [numberColumn(`${runLetter(position)} failed`), numberColumn("Share")]),
      ],
      rows: rows.map(({ tool, usages }) => ({ cells: [tool, ...usages.flatMap(cellsOf)] })),
      folded: rows.length > 25,
    }),
  ]);
}

type Usage = { readonly attempts: number; readonly failures: number } | null;

function maxFailures(usages: readonly Usage[]): number {
  return max(usages, (usage) => usage?.failures ?? 0) ?? 0;
}

function cellsOf(usage: Usage): Cell[] {
  if (usage === null || usage.attempts === 0) return [unknown, unknown];
  const { attempts, failures } = usage;
  return [`${failures} of ${attempts}`, { text: percent(failures / attempts), tone: failures > 0 ? "bad" : undefined }];
}
