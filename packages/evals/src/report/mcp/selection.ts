import type { McpMetrics, McpServerSummary } from "../../statistics/index.ts";
import { intervalChart } from "../charts/interval-chart.ts";
import { rateScale } from "../charts/linear-scale.ts";
import { rowAxis } from "../charts/row-axis.ts";
import { numberColumn, type Row, type Section, section, table, textColumn } from "../document.ts";
import { percent, percentInterval, unknown } from "../figures.ts";

type Average = McpMetrics["precision"];

const measures: readonly { readonly name: string; readonly of: (metrics: McpMetrics) => Average }[] = [
  { name: "Precision", of: ({ precision }) => precision },
  { name: "Recall", of: ({ recall }) => recall },
  { name: "First call right", of: ({ firstCallAccuracy }) => firstCallAccuracy },
  { name: "Path efficiency", of: ({ pathEfficiency }) => pathEfficiency },
  { name: "Recovery", of: ({ recoveryRate }) => recoveryRate },
];

/** Whether the right tools are found among those a server offers: each measure, the servers below each other. */
export function mcpSelectionSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return [];
  return section("Choosing tools", [
    table({
      caption:
        "Precision: of the tools called, those needed. Recall: of those needed, the ones called. Path efficiency: fewest calls over calls made, where it succeeded. Recovery: success after a call failed",
      columns: [
        textColumn("Measure"),
        textColumn("Server"),
        { title: "0 to 100 %", kind: "chart", axis: rowAxis(rateScale) },
        ...["Mean", "95 % interval", "Trials"].map(numberColumn),
      ],
      rows: measures.flatMap(({ name, of }) => servers.map(({ server, metrics }) => rowOf(name, server, of(metrics)))),
    }),
  ]);
}

function rowOf(measure: string, server: string, average: Average): Row {
  if (average === null) return { cells: [measure, server, unknown, unknown, unknown, "0"] };
  const { value, interval, trials } = average;
  const title = `${measure}, ${server}: ${percent(value)}`;
  const chart = intervalChart({ value, interval, title }, rateScale);
  return { cells: [measure, server, { chart }, percent(value), percentInterval(interval), String(trials)] };
}
