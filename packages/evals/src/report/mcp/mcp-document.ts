import { ascending } from "d3-array";
import type { McpServerSummary, RepeatedTries } from "../../statistics/index.ts";
import { passRateCells, passRateColumns } from "../charts/pass-rate-cell.ts";
import type { Block, ReportDocument, Section } from "../document.ts";
import { numberColumn, section, table, text, textColumn } from "../document.ts";
import { bytes, decimal, duration, percent } from "../figures.ts";
import { mcpCallsSection, mcpUsageSection } from "./calls-and-usage.ts";
import { mcpSelectionSection } from "./selection.ts";

const sections = [mcpSuccessSection, mcpSelectionSection, mcpCallsSection, mcpUsageSection, mcpIntentsSection];

/** The same intents against several MCP servers, a row for each. */
export function mcpDocument(servers: readonly McpServerSummary[], createdAt: Date): ReportDocument {
  return {
    title: "MCP servers compared",
    createdAt: createdAt.toISOString(),
    sections: sections.flatMap((sectionsOf) => sectionsOf(servers)),
  };
}

/** Which server fulfils intents, and how reliably. */
function mcpSuccessSection(servers: readonly McpServerSummary[]): Section[] {
  if (servers.length === 0) return section("Success", [text("There are no trials to report on.")]);
  return section("Success", [
    table({
      caption: "Graded trials whose end state was right; the interval is clustered by intent",
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
  const rateOf = (repeated: readonly RepeatedTries[], tryCount: number) =>
    percent(repeated.find(({ k }) => k === tryCount)?.passHatK.rate ?? null);
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

const shown = ["Calls (median)", "Failed", "Call (median)", "Answers (median)"];

/** Every intent, with a row for each server. */
function mcpIntentsSection(servers: readonly McpServerSummary[]): Section[] {
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
        textColumn("Request"),
      ],
      rows: rows.map(({ intent, server, text: request, metrics }) => ({
        cells: [
          intent,
          server,
          `${metrics.success.passed} of ${metrics.success.scored}`,
          ...(hasGold ? [metrics.precision, metrics.recall].map((average) => percent(average?.value ?? null)) : []),
          decimal(metrics.steps?.median ?? null),
          percent(metrics.calls.errorRate),
          duration(metrics.latency?.median ?? null),
          bytes(metrics.responseBytes?.median ?? null),
          request,
        ],
      })),
      folded: rows.length > 30,
    }),
  ]);
}
