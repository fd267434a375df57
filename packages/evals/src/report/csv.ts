import { type EvalTrial, outcomeOf } from "@roo-code/types";
import { stringify } from "csv-stringify/sync";
import { sum } from "d3-array";
import type { RunWithTrials } from "../statistics/index.ts";

type Value = string | number | null;

const columns: readonly (readonly [string, (trial: EvalTrial) => Value])[] = [
  ["run", ({ runId }) => runId],
  ["trial", ({ id }) => id],
  ["language", ({ language }) => language],
  ["exercise", ({ exercise }) => exercise],
  ["iteration", ({ iteration }) => iteration],
  ["attempts", ({ attempts }) => attempts],
  ["status", ({ status }) => status],
  ["verdict", ({ verdict }) => verdict],
  ["outcome", outcomeOf],
  ["limit", ({ limit }) => limit],
  ["error_code", ({ error }) => error?.code ?? null],
  ["error_message", ({ error }) => error?.message ?? null],
  ["tests_expected", ({ tests }) => tests?.expected ?? null],
  ["tests_passed", ({ tests }) => tests?.passed ?? null],
  ["tests_failed", ({ tests }) => tests?.failed ?? null],
  ["tests_skipped", ({ tests }) => tests?.skipped ?? null],
  ["cost", ({ metrics }) => metrics?.cost ?? null],
  ["duration_ms", ({ metrics }) => metrics?.duration ?? null],
  ["turns", ({ metrics }) => metrics?.turns ?? null],
  ["tokens_in", ({ metrics }) => metrics?.tokensIn ?? null],
  ["tokens_out", ({ metrics }) => metrics?.tokensOut ?? null],
  ["tokens_context", ({ metrics }) => metrics?.tokensContext ?? null],
  ["cache_writes", ({ metrics }) => metrics?.cacheWrites ?? null],
  ["cache_reads", ({ metrics }) => metrics?.cacheReads ?? null],
  ["tool_attempts", (trial) => toolTotal(trial, "attempts")],
  ["tool_failures", (trial) => toolTotal(trial, "failures")],
  ["flags", ({ flags }) => flags.join("; ")],
  ["started_at", ({ startedAt }) => startedAt],
  ["finished_at", ({ finishedAt }) => finishedAt],
];

/** One line for each trial. Text that a spreadsheet would read as a formula is prefixed with a quote. */
export function renderCsv(runs: readonly RunWithTrials[]): string {
  const rows = runs.flatMap(({ trials }) => trials).map((trial) => columns.map(([, valueOf]) => valueOf(trial)));
  return stringify(rows, { header: true, columns: columns.map(([name]) => name), escape_formulas: true });
}

function toolTotal({ metrics }: EvalTrial, count: "attempts" | "failures"): number | null {
  return metrics === null ? null : sum(Object.values(metrics.toolUsage), (usage) => usage[count]);
}
