import type { McpMetrics, McpServerSummary } from "../../statistics/index.ts";
import { rateScale } from "../charts/linear-scale.ts";
import { intervalChart, rowAxis } from "../charts/row-charts.ts";
import { type Block, numberColumn, type Row, type Section, section, table, text, textColumn } from "../document.ts";
import { percent, percentInterval, unknown } from "../figures.ts";

type Average = McpMetrics["precision"];

interface Measure {
  readonly name: string;
  readonly means: string;
  /** Null if the expected tools of the intents are not known. */
  readonly of: (metrics: McpMetrics) => Average;
}

const measures: readonly Measure[] = [
  { name: "Precision", means: "of the tools called, those needed", of: ({ precision }) => precision },
  { name: "Recall", means: "of those needed, the ones called", of: ({ recall }) => recall },
  {
    name: "First call right",
    means: "the first call was to a needed tool",
    of: ({ firstCallAccuracy }) => firstCallAccuracy,
  },
  {
    name: "Path efficiency",
    means: "fewest calls over calls made, where it succeeded",
    of: ({ pathEfficiency }) => pathEfficiency,
  },
  { name: "Recovery", means: "success after a call failed", of: ({ recoveryRate }) => recoveryRate },
];

const noGold = "No intent names the tools it needs, so tool selection cannot be measured.";

/** How well the right tools of a server are chosen: every measure, with a row for each server. */
export function mcpSelectionSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return [];
  const known = measures.filter(({ of }) => servers.some(({ metrics }) => of(metrics) !== null));
  const hasGold = servers.some(({ metrics: { firstCallAccuracy } }) => firstCallAccuracy !== null);
  return section("Choosing tools", [...(hasGold ? [] : [text(noGold)]), ...measuresTable(known, servers)]);
}

function measuresTable(known: readonly Measure[], servers: readonly McpServerSummary[]): Block[] {
  if (known.length === 0) return [];
  return [
    table({
      caption: known.map(({ name, means }) => `${name}: ${means}`).join(". "),
      columns: [
        textColumn("Measure"),
        textColumn("Server"),
        { title: "0 to 100 %", kind: "chart", axis: rowAxis(rateScale) },
        ...["Mean", "95 % interval", "Trials"].map(numberColumn),
      ],
      rows: known.flatMap(({ name, of }) => servers.map(({ server, metrics }) => rowOf(name, server, of(metrics)))),
    }),
  ];
}

function rowOf(measure: string, server: string, average: Average): Row {
  if (average === null) return { cells: [measure, server, unknown, unknown, unknown, "0"] };
  const { value, interval, trials } = average;
  const title = `${measure}, ${server}: ${percent(value)}`;
  const chart = intervalChart({ value, interval, title }, rateScale);
  return { cells: [measure, server, { chart }, percent(value), percentInterval(interval), String(trials)] };
}
