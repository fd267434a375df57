import type { WorkflowResult } from "@roo-code/host/workflow";
import type { PhaseReport, StepProgress, SubtaskReport, Usage } from "@roo-code/types";
import type colors from "picocolors";
import { oneLine } from "../terminal-text.ts";
import { formatChangedFiles } from "./format.ts";

export type Paint = ReturnType<typeof colors.createColors>;

interface TreeOptions {
  readonly paint: Paint;
  /** Line width in characters. */
  readonly width: number;
  /** The maximum number of lines; unlimited by default. */
  readonly height?: number;
  /** The current activity of a step, by the id of its newest task. */
  readonly activity?: ReadonlyMap<string, string>;
}

interface Row {
  readonly status: StepProgress;
  readonly depth: 0 | 1;
  readonly label: string;
  readonly details: readonly string[];
}

const stepMarks: Readonly<Record<StepProgress, string>> = {
  waiting: "·",
  running: "◐",
  completed: "✓",
  failed: "✗",
  skipped: "–",
};

/** A workflow as text: phases, their subtasks, and the status of each. */
export function formatWorkflow(phases: readonly PhaseReport[], options: TreeOptions): string[] {
  const { height = Number.POSITIVE_INFINITY } = options;
  const rows = fitRows(phases, height, options.activity ?? new Map());
  const widest = Math.max(...rows.map(({ label, depth }) => label.length + depth * 2), 0);
  return rows.map((row) => line(row, Math.min(widest, 40), options));
}

/** If not all rows fit, only running phases are expanded. */
function fitRows(phases: readonly PhaseReport[], height: number, activity: ReadonlyMap<string, string>): Row[] {
  const all = phases.flatMap((phase) => [phaseRow(phase), ...phase.subtasks.map((step) => stepRow(step, activity))]);
  if (all.length <= height) return all;
  const folded = phases.flatMap((phase) => [
    phaseRow(phase),
    ...(phase.status === "running" ? phase.subtasks.filter(isBusy).map((step) => stepRow(step, activity)) : []),
  ]);
  if (folded.length <= height) return folded;
  const first = Math.max(
    0,
    folded.findIndex(({ status }) => status === "running"),
  );
  const from = Math.min(first, folded.length - height + 1);
  const shown = folded.slice(from, from + height - 1);
  const more = `and ${folded.length - shown.length} more`;
  return [...shown, { status: "waiting", depth: 0, label: more, details: [] }];
}

function isBusy({ status }: SubtaskReport): boolean {
  return status === "running" || status === "failed";
}

function phaseRow({ id, name, status, durationMs, usage, checks, repairs }: PhaseReport): Row {
  const label = name === id ? id : `${id}: ${name}`;
  const details = [
    formatDuration(durationMs),
    formatUsage(usage),
    repairs.length > 0 ? `repairs ${repairs.length}` : "",
    failed(checks),
  ];
  return { status, depth: 0, label, details };
}

function stepRow(step: SubtaskReport, activity: ReadonlyMap<string, string>): Row {
  const { id, status, attempts, durationMs, usage, checks, taskIds } = step;
  const doing = status === "running" ? (activity.get(taskIds.at(-1) ?? "") ?? "") : "";
  const details = [
    formatDuration(durationMs),
    formatUsage(usage),
    attempts > 1 ? `attempt ${attempts}` : "",
    failed(checks),
    doing,
  ];
  return { status, depth: 1, label: id, details };
}

function line({ status, depth, label, details }: Row, widest: number, { paint, width }: TreeOptions): string {
  const indent = "  ".repeat(depth);
  const name = oneLine(label, 60).padEnd(widest - indent.length);
  const rest = details.filter(Boolean).join("  ");
  const text = oneLine(`${name}  ${rest}`, Math.max(width - indent.length - 2, 10));
  const colored = { waiting: paint.dim, running: paint.bold, completed: plain, failed: paint.red, skipped: paint.dim };
  return `${indent}${markOf(status, paint)} ${colored[status](text.trimEnd())}`;
}

export function markOf(status: StepProgress, paint: Paint): string {
  const colored = {
    waiting: paint.dim,
    running: paint.cyan,
    completed: paint.green,
    failed: paint.red,
    skipped: paint.dim,
  };
  return colored[status](stepMarks[status]);
}

function plain(text: string): string {
  return text;
}

export function formatDuration(durationMs: number | undefined): string {
  if (durationMs === undefined) return "";
  const seconds = durationMs / 1000;
  return seconds < 90 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

export function formatUsage({ costUsd, inputTokens, outputTokens }: Usage): string {
  const tokens = inputTokens + outputTokens;
  return [tokens > 0 ? `${tokens} tokens` : "", costUsd ? `$${costUsd.toFixed(4)}` : ""].filter(Boolean).join("  ");
}

function failed(checks: readonly { command: string; exitCode: number | null }[]): string {
  const check = checks.find(({ exitCode }) => exitCode !== 0);
  return check ? `${oneLine(check.command, 40)} → ${check.exitCode ?? "ended"}` : "";
}

/** A workflow's result on one line. */
export function formatWorkflowFooter({ status, usage, durationMs, filesChanged, phases }: WorkflowResult): string {
  const done = phases.filter((phase) => phase.status === "completed").length;
  const parts = [
    status,
    `${done} of ${phases.length} phases`,
    formatUsage(usage),
    formatDuration(durationMs),
    formatChangedFiles(filesChanged),
  ];
  return parts.filter(Boolean).join(" · ");
}
