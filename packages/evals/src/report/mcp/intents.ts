import { ascending } from "d3-array";
import type { McpServerSummary } from "../../statistics/index.ts";
import { numberColumn, type Section, section, table, textColumn } from "../document.ts";
import { bytes, decimal, duration, percent } from "../figures.ts";

const shown = ["Calls (median)", "Failed", "Call (median)", "Answers (median)"];

/** Every intent, the servers below each other. */
export function mcpIntentsSection(servers: readonly McpServerSummary[]): Section[] {
  const rows = servers
    .flatMap(({ server, byIntent }) => byIntent.map((ofIntent) => ({ server, ...ofIntent })))
    .sort((left, right) => ascending(left.intent, right.intent) || ascending(left.server, right.server));
  if (rows.length === 0) return [];
  const hasGold = rows.some(({ metrics }) => metrics.precision !== null || metrics.recall !== null);
  return section("Intents", [
    table({
      caption: "The same intent against every server",
      columns: [
        textColumn("Intent"),
        textColumn("Server"),
        ...["Succeeded", ...(hasGold ? ["Precision", "Recall"] : []), ...shown].map(numberColumn),
        textColumn("Asked"),
      ],
      rows: rows.map(({ intent, server, text, metrics }) => ({
        cells: [
          intent,
          server,
          `${metrics.success.passed} of ${metrics.success.scored}`,
          ...(hasGold ? [metrics.precision, metrics.recall].map((average) => percent(average?.value ?? null)) : []),
          decimal(metrics.steps?.median ?? null),
          percent(metrics.calls.errorRate),
          duration(metrics.latency?.median ?? null),
          bytes(metrics.responseBytes?.median ?? null),
          text,
        ],
      })),
      folded: rows.length > 30,
    }),
  ]);
}
