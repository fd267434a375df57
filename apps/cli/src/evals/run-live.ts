import type { EvalRun, EvalTrial } from "@roo-code/types";
import type { RunNews } from "@roo-code/types/api";
import colors from "picocolors";
import { LiveBlock } from "../output/live-block.ts";
import type { RunOutput } from "./run-output.ts";
import { runPicture } from "./run-picture.ts";

const frameMs = 500;

/** For a terminal: the whole run, drawn again whenever something changes and while time goes by. */
export class RunLive implements RunOutput {
  readonly #stderr: NodeJS.WriteStream;
  readonly #block: LiveBlock;
  readonly #trials = new Map<number, EvalTrial>();
  readonly #frames: NodeJS.Timeout;
  #run: EvalRun | undefined;
  /** By our own clock, for the database's may be another. */
  readonly #begun = new Map<string, number>();

  constructor(stderr: NodeJS.WriteStream) {
    this.#stderr = stderr;
    this.#block = new LiveBlock(stderr);
    this.#frames = setInterval(() => this.#draw(), frameMs);
    this.#frames.unref();
  }

  news(news: RunNews): void {
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
    // A terminal that does not know its size says 0.
    const width = Math.min(this.#stderr.columns || 80, 120) - 1;
    const height = (this.#stderr.rows || 24) - 2;
    const since = ({ id, attempts }: EvalTrial) => performance.now() - (this.#begun.get(`${id}.${attempts}`) ?? 0);
    this.#block.draw(
      runPicture({ run: this.#run, trials: [...this.#trials.values()], since }, { paint: colors, width, height }),
    );
  }
}
