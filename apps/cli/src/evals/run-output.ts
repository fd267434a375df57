import { countOutcomes, type EvalRun, type EvalTrial, isScored } from "@roo-code/types";
import type { RunNews } from "@roo-code/types/api";
import colors from "picocolors";
import type { Paint } from "../output/format-workflow.ts";
import { LiveBlock } from "../output/live-block.ts";
import { formatCost, formatCount, formatDuration, formatTrial, trialName } from "./format-trial.ts";

/** Shows the progress of a run. */
interface RunOutput {
  update(news: RunNews): void;
  end(): void;
}

export function createRunOutput(stderr: NodeJS.WriteStream): RunOutput {
  return stderr.isTTY ? new RunLive(stderr) : new RunLines(stderr);
}

const frameMs = 500;

/** For a terminal: the whole run, redrawn twice a second. */
class RunLive implements RunOutput {
  readonly #stderr: NodeJS.WriteStream;
  readonly #block: LiveBlock;
  readonly #trials = new Map<number, EvalTrial>();
  readonly #frames: NodeJS.Timeout;
  #run: EvalRun | undefined;
  /** By our own clock: the database's may differ. */
  readonly #startedAt = new Map<string, number>();

  constructor(stderr: NodeJS.WriteStream) {
    this.#stderr = stderr;
    this.#block = new LiveBlock(stderr);
    this.#frames = setInterval(() => this.#draw(), frameMs);
    this.#frames.unref();
  }

  update(news: RunNews): void {
    if (news.type === "run") this.#run = news.run;
    else this.#updateTrial(news.trial);
  }

  end(): void {
    clearInterval(this.#frames);
    this.#draw();
    this.#block.leave();
  }

  #updateTrial(trial: EvalTrial): void {
    this.#trials.set(trial.id, trial);
    const attempt = `${trial.id}.${trial.attempts}`;
    if (trial.status === "running" && !this.#startedAt.has(attempt)) this.#startedAt.set(attempt, performance.now());
  }

  #draw(): void {
    if (!this.#run) return;
    // A terminal of unknown size reports 0.
    const width = Math.min(this.#stderr.columns || 80, 120) - 1;
    const height = (this.#stderr.rows || 24) - 2;
    const since = ({ id, attempts }: EvalTrial) => performance.now() - (this.#startedAt.get(`${id}.${attempts}`) ?? 0);
    this.#block.draw(
      drawRun({ run: this.#run, trials: [...this.#trials.values()], since }, { paint: colors, width, height }),
    );
  }
}

/** For a pipe or a log: one line per finished trial. */
class RunLines implements RunOutput {
  readonly #stream: NodeJS.WritableStream;
  readonly #shown = new Set<number>();
  #finished = 0;
  #total = 0;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  update(news: RunNews): void {
    if (news.type === "run") {
      this.#total = news.run.counts.total;
      return;
    }
    const { trial } = news;
    if (trial.status !== "finished" || this.#shown.has(trial.id)) return;
    this.#shown.add(trial.id);
    this.#finished += 1;
    const count = `${String(this.#finished).padStart(String(this.#total).length)}/${this.#total}`;
    this.#stream.write(`${colors.dim(count)} ${formatTrial(trial, colors)}\n`);
  }

  end(): void {}
}

interface ShownRun {
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
function drawRun(shown: ShownRun, frame: Frame): string[] {
  const bars = languageBars(shown, frame);
  const room = Math.max(1, frame.height - bars.length - 1);
  return [...bars, ...runningLines(shown, frame, room), totalsLine(shown.run, frame)];
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

function totalsLine({ counts, cost, tokensIn, tokensOut, workedMs = 0 }: EvalRun, { paint, width }: Frame): string {
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
