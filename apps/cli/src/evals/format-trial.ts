import type { EvalTrial } from "@roo-code/types";
import type { Paint } from "../output/format-workflow.ts";
import { oneLine, printablePath } from "../terminal-text.ts";

const marks = { passed: "✓", failed: "✗", limit: "◷", voided: "⚑", excluded: "=", error: "!" } as const;

/** A finished trial on one line. */
export function formatTrial(trial: EvalTrial, paint: Pick<Paint, "green" | "red" | "yellow" | "dim">): string {
  const { verdict, error, metrics, flags, attempts } = trial;
  const tone = {
    passed: paint.green,
    failed: paint.red,
    limit: paint.yellow,
    voided: paint.red,
    excluded: paint.dim,
    error: paint.yellow,
  };
  const mark = verdict === null ? "·" : tone[verdict](marks[verdict]);
  const parts = [
    error ? oneLine(`${error.code}: ${error.message}`, 120) : testsText(trial),
    // The duration of an agent that only copies files is not measured.
    metrics !== null && metrics.duration >= 1 && formatDuration(metrics.duration),
    metrics?.cost != null && metrics.cost > 0 && formatCost(metrics.cost),
    attempts > 1 && `${attempts} attempts`,
    flags.length > 0 && `${verdict === "voided" ? "void" : "review"}: ${oneLine(flags.join(", "), 80)}`,
  ];
  return `${mark} ${trialName(trial)}  ${paint.dim(parts.filter(Boolean).join("  "))}`;
}

export function trialName({ language, exercise, iteration }: EvalTrial): string {
  return `${printablePath(`${language}/${exercise}`, 80)}${iteration > 1 ? ` #${iteration}` : ""}`;
}

function testsText({ verdict, limit, tests }: EvalTrial): string {
  if (verdict === "excluded") return "passes untouched, so it is not scored";
  const what = limit === null ? (verdict ?? "") : `${verdict === "limit" ? "" : `${verdict}, `}limit of ${limit}`;
  return tests ? `${what} ${tests.passed}/${tests.expected} tests` : what;
}

export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${(milliseconds / 1000).toFixed(1)} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  const padded = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${padded(minutes)}:${padded(seconds % 60)}` : `${minutes}:${padded(seconds % 60)}`;
}

export function formatCost(dollars: number): string {
  return `$${dollars < 0.1 ? dollars.toFixed(4) : dollars.toFixed(2)}`;
}

export function formatCount(count: number): string {
  if (count < 1_000) return String(count);
  return count < 1_000_000 ? `${Math.round(count / 1_000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
