import type { McpServerSummary } from "../../statistics/index.ts";
import { boxChart } from "../charts/box-chart.ts";
import { durationScale } from "../charts/linear-scale.ts";
import { rowAxis } from "../charts/row-axis.ts";
import { type Cell, numberColumn, type Section, section, table, textColumn } from "../document.ts";
import { bytes, dollars, duration, unknown } from "../figures.ts";

/** What a server takes: time, room in the conversation, money. */
export function mcpUsageSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return [];
  const longest = Math.max(0, ...servers.map(({ metrics }) => metrics.latency?.p95 ?? 0));
  const scale = durationScale(longest);
  return section("Time, size and cost", [
    table({
      caption:
        "Time of a call, the picture from the shortest to 95 %; bytes of all answers in a trial; cost per trial that succeeded",
      columns: [
        textColumn("Server"),
        { title: "Shortest to 95 %", kind: "chart", axis: rowAxis(scale) },
        ...[
          "Call (median)",
          "Call (95 %)",
          "Connecting (median)",
          "Answers (median)",
          "Answers (95 %)",
          "Cost per success",
        ].map(numberColumn),
      ],
      rows: servers.map(({ server, metrics }) => {
        const { latency, connecting, responseBytes, cost } = metrics;
        const title = `${server}: median ${duration(latency?.median ?? null)}`;
        const picture: Cell = latency === null ? unknown : { chart: boxChart(latency, scale, title) };
        return {
          cells: [
            server,
            picture,
            duration(latency?.median ?? null),
            duration(latency?.p95 ?? null),
            duration(connecting?.median ?? null),
            bytes(responseBytes?.median ?? null),
            bytes(responseBytes?.p95 ?? null),
            dollars(cost.perSuccess),
          ],
        };
      }),
    }),
  ]);
}
