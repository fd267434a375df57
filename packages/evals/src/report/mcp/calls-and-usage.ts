import type { McpServerSummary } from "../../statistics/index.ts";
import { mcpErrorClasses } from "../../statistics/index.ts";
import { durationScale } from "../charts/linear-scale.ts";
import { boxChart, rowAxis } from "../charts/row-charts.ts";
import { type Cell, numberColumn, type Section, section, table, textColumn } from "../document.ts";
import { bytes, decimal, dollars, duration, percent, unknown } from "../figures.ts";

/** How many calls a trial takes, and why calls fail. */
export function mcpCallsSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return [];
  return section("Calls", [
    table({
      caption: "Calls in a trial; redundant ones repeated a call that had been answered",
      columns: [textColumn("Server"), ...["Median", "95 %", "Max", "Redundant"].map(numberColumn)],
      rows: servers.map(({ server, metrics: { steps, calls } }) => ({
        cells: [
          server,
          ...[steps?.median, steps?.p95, steps?.max].map((count) => decimal(count ?? null)),
          `${calls.redundant} of ${calls.calls}`,
        ],
      })),
    }),
    table({
      caption: "Failed calls by cause; arguments are valid unless the server rejected them",
      columns: [
        textColumn("Server"),
        ...["Calls", "Failed", "Arguments valid", "Transport", "Time-out", "Protocol", "Validation", "Tool"].map(
          numberColumn,
        ),
      ],
      rows: servers.map(({ server, metrics: { calls } }) => ({
        cells: [
          server,
          String(calls.calls),
          percent(calls.errorRate),
          percent(calls.schemaValidRate),
          ...mcpErrorClasses.map((kind): Cell => {
            const count = calls.errors[kind];
            return count === 0 ? { text: "0", tone: "muted" } : { text: String(count), tone: "bad" };
          }),
        ],
      })),
    }),
  ]);
}

/** What a server costs: time, context, money. */
export function mcpUsageSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return [];
  const maxLatency = Math.max(0, ...servers.map(({ metrics }) => metrics.latency?.p95 ?? 0));
  const scale = durationScale(maxLatency);
  return section("Time, size and cost", [
    table({
      caption:
        "Time of a call, with a box plot from the shortest to 95 %; bytes of all answers in a trial; cost per successful trial",
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
        const chart: Cell = latency === null ? unknown : { chart: boxChart(latency, scale, title) };
        return {
          cells: [
            server,
            chart,
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
