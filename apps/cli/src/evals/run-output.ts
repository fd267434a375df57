import type { EvalRun, EvalTrial } from "@roo-code/types";
import type { RunNews } from "@roo-code/types/api";
import colors from "picocolors";
import { LiveBlock } from "../output/live-block.ts";
import { drawRun } from "./draw-run.ts";
import { formatTrial } from "./format-trial.ts";

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
  readonly #begun = new Map<string, number>();

  constructor(stderr: NodeJS.WriteStream) {
    this.#stderr = stderr;
    this.#block = new LiveBlock(stderr);
    this.#frames = setInterval(() => this.#draw(), frameMs);
    this.#frames.unref();
  }

  update(news: RunNews): void {
    if (news.type === "run") this.#run = news.run;
    else this.#take(news.trial);
  }

  end(): void {
    clearInterval(this.#frames);
    this.#draw();
    this.#block.leave();
  }

  #take(trial: EvalTrial): void {
    this.#trials.set(trial.id, trial);
    const attempt = `${trial.id}.${trial.attempts}`;
    if (trial.status === "running" && !this.#begun.has(attempt)) this.#begun.set(attempt, performance.now());
  }

  #draw(): void {
    if (!this.#run) return;
    // A terminal of unknown size reports 0.
    const width = Math.min(this.#stderr.columns || 80, 120) - 1;
    const height = (this.#stderr.rows || 24) - 2;
    const since = ({ id, attempts }: EvalTrial) => performance.now() - (this.#begun.get(`${id}.${attempts}`) ?? 0);
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
