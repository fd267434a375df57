import { apiSummary } from "@roo-code/evals";
import { type EvalServices, readRun, readTrials } from "@roo-code/evals/control";
import type { RunSummary } from "@roo-code/evals/statistics";
import type { EvalRun, EvalTrial } from "@roo-code/types";
import colors from "picocolors";
import { table } from "../table.ts";
import { visibleText } from "../terminal-text.ts";
import { formatCost, formatDuration, formatTrial } from "./format-trial.ts";

type Database = EvalServices["database"];

/** Prints the result of a run. */
export async function printRun(database: Database, runId: number, output: "text" | "json"): Promise<void> {
  const run = await readRun(database, runId);
  const trials = await readTrials(database, runId);
  const { summarizeRun } = await import("@roo-code/evals/statistics");
  const summary = summarizeRun({ run, trials });
  if (output === "json") {
    process.stdout.write(`${JSON.stringify({ run, trials, summary: apiSummary(summary) }, null, 2)}\n`);
    return;
  }
  const { describeRun } = await import("@roo-code/evals/report");
  const lines = [
    headLine(run),
    "",
    ...describeRun(summary),
    ...spendingLines(run, summary.spending.perSolved),
    "",
    languageTable(summary.languages),
  ].map(visibleText);
  process.stdout.write(`${[...lines, ...notPassed(trials)].join("\n")}\n`);
}

function headLine({ id, name, model, request, status, limit }: EvalRun): string {
  const parts = [`run ${id}`, name, request.suite, model, limit ? `stopped at its limit of ${limit}` : status];
  return parts.filter(Boolean).join(" · ");
}

function spendingLines({ cost, tokensIn, tokensOut, workedMs = 0 }: EvalRun, perSolved: number | null): string[] {
  const time = `It took ${formatDuration(workedMs)}.`;
  if (tokensIn + tokensOut === 0) return [time];
  const money = cost === null ? "" : `, ${formatCost(cost)}`;
  const each = perSolved === null || perSolved === 0 ? "" : `, ${formatCost(perSolved)} for each solved exercise`;
  return [`${time} ${tokensIn} tokens in, ${tokensOut} out${money}${each}.`];
}

function languageTable(languages: RunSummary["languages"]): string {
  const rows = languages.map(({ language, counts, passRate: { passed, scored, rate, interval } }) => [
    language,
    { right: `${passed}/${scored}` },
    { right: rate === null ? "–" : `${Math.round(rate * 100)} %` },
    interval === null ? "" : `${Math.round(interval.low * 100)}–${Math.round(interval.high * 100)} %`,
    [
      counts.error > 0 && `${counts.error} ${counts.error === 1 ? "error" : "errors"}`,
      counts.limit > 0 && `${counts.limit} at a limit`,
      counts.voided > 0 && `${counts.voided} void`,
      counts.excluded > 0 && `${counts.excluded} excluded`,
      counts.unfinished > 0 && `${counts.unfinished} not finished`,
    ]
      .filter(Boolean)
      .join(", "),
  ]);
  return table([["language", "passed", { right: "rate" }, "95 %", ""], ...rows], process.stdout.columns || 100);
}

const maxTrials = 40;

/** Trials that failed or are flagged. */
function notPassed(trials: readonly EvalTrial[]): string[] {
  const shown = trials.filter(
    ({ status, verdict, flags }) => status === "finished" && (verdict !== "passed" || flags.length > 0),
  );
  if (shown.length === 0) return [];
  const more =
    shown.length > maxTrials ? [`… and ${shown.length - maxTrials} more: roo evals show ${shown[0]?.runId}`] : [];
  const plain = { green: String, red: String, yellow: String, dim: String };
  return [
    "",
    ...shown
      .slice(0, maxTrials)
      .map((trial) => `${formatTrial(trial, process.stdout.isTTY ? colors : plain)}  [${trial.id}]`),
    ...more,
  ];
}
