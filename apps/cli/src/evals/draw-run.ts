import { countOutcomes, type EvalRun, type EvalTrial, isScored } from "@roo-code/types";
import type { Paint } from "../output/format-workflow.ts";
import { formatCost, formatCount, formatDuration, trialName } from "./format-trial.ts";

export interface ShownRun {
  readonly run: EvalRun;
  readonly trials: readonly EvalTrial[];
  /** How long a trial has been running, in milliseconds. */
  readonly since: (trial: EvalTrial) => number;
}

interface Frame {
  readonly paint: Pick<Paint, "green" | "red" | "yellow" | "dim" | "bold" | "cyan">;
  readonly width: number;
  readonly height: number;
}

/** A run as lines of a terminal: a bar per language, the running trials, and the totals. */
export function drawRun(shown: ShownRun, frame: Frame): string[] {
  const bars = languageBars(shown, frame);
  const room = Math.max(1, frame.height - bars.length - 1);
  return [...bars, ...runningLines(shown, frame, room), sumLine(shown.run, frame)];
}

function languageBars({ trials }: ShownRun, { paint, width }: Frame): string[] {
  const languages = [...new Set(trials.map(({ language }) => language))].sort();
  const nameWidth = Math.max(...languages.map((language) => language.length), 1);
  const barWidth = Math.max(10, Math.min(40, width - nameWidth - 30));
  return languages.map((language) => {
    const own = trials.filter((trial) => trial.language === language);
    const counts = countOutcomes(own);
    const { passed, error, excluded } = counts;
    const failed = own.filter(isScored).length - passed;
    const cells = (part: number) => Math.round((part / own.length) * barWidth);
    const [green, red, yellow] = [cells(passed), cells(failed), cells(error + excluded)];
    const rest = Math.max(0, barWidth - green - red - yellow);
    const bar = `${paint.green("█".repeat(green))}${paint.red("█".repeat(red))}${paint.yellow("█".repeat(yellow))}${paint.dim("░".repeat(rest))}`;
    return `${language.padEnd(nameWidth)} ${bar} ${own.length - counts.unfinished}/${own.length}  ${passed} passed`;
  });
}

function runningLines({ trials, since }: ShownRun, { paint, width }: Frame, room: number): string[] {
  const running = trials.filter(({ status }) => status === "running");
  const shown = running.slice(0, room).map((trial) => {
    const more = trial.attempts > 1 ? `  attempt ${trial.attempts}` : "";
    const text = `${trialName(trial)}  ${formatDuration(since(trial))}${more}`;
    return `${paint.cyan("●")} ${text.slice(0, width - 2)}`;
  });
  return running.length > shown.length
    ? [...shown.slice(0, -1), paint.dim(`  and ${running.length - shown.length + 1} more`)]
    : shown;
}

function sumLine({ counts, cost, tokensIn, tokensOut, workedMs = 0 }: EvalRun, { paint, width }: Frame): string {
  const left = counts.waiting + counts.running;
  const parts = [
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    counts.limit > 0 && `${counts.limit} at a limit`,
    counts.voided > 0 && `${counts.voided} void`,
    counts.excluded > 0 && `${counts.excluded} excluded`,
    counts.error > 0 && `${counts.error} errors`,
    left > 0 && `${left} left`,
    tokensIn + tokensOut > 0 && `${formatCount(tokensIn + tokensOut)} tokens`,
    cost !== null && cost > 0 && formatCost(cost),
    formatDuration(workedMs),
  ];
  return paint.bold(parts.filter(Boolean).join(" · ").slice(0, width));
}
