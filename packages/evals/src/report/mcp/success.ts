import type { McpServerSummary, RepeatedTries } from "../../statistics/index.ts";
import { passRateCells, passRateColumns } from "../charts/pass-rate-cell.ts";
import { type Block, numberColumn, type Section, section, table, text, textColumn } from "../document.ts";
import { percent } from "../figures.ts";

/** Which server gets intents done, and how reliably. */
export function mcpSuccessSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return section("Success", [text("There are no trials to report on.")]);
  return section("Success", [
    table({
      caption: "Trials whose end state was right, of those that were looked at; the interval is clustered by intent",
      columns: [textColumn("Server"), ...passRateColumns, ...["Trials", "Intents"].map(numberColumn)],
      rows: servers.map(({ server, metrics }) => ({
        cells: [server, ...passRateCells(metrics.success, server), String(metrics.trials), String(metrics.intents)],
      })),
    }),
    ...stabilityTable(servers),
  ]);
}

function stabilityTable(servers: readonly McpServerSummary[]): Block[] {
  const tries = new Set(servers.flatMap(({ metrics }) => metrics.repeatedTries.map(({ k }) => k)));
  const shown = [...tries].sort((left, right) => left - right);
  if (shown.length === 0) return [];
  const rateOf = (repeated: readonly RepeatedTries[], wanted: number) =>
    percent(repeated.find(({ k }) => k === wanted)?.passHatK.rate ?? null);
  return [
    table({
      caption: "Stability, pass^k: the chance that k tries of an intent all succeed",
      columns: [textColumn("Server"), ...shown.map((k) => numberColumn(`k = ${k}`))],
      rows: servers.map(({ server, metrics }) => ({
        cells: [server, ...shown.map((k) => rateOf(metrics.repeatedTries, k))],
      })),
    }),
  ];
}
