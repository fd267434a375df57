import type { RunNews } from "@roo-code/types/api";
import colors from "picocolors";
import type { RunOutput } from "./run-output.ts";
import { trialLine } from "./trial-line.ts";

/** For a pipe or a log: a line for each trial that is done. */
export class RunLines implements RunOutput {
  readonly #stream: NodeJS.WritableStream;
  readonly #told = new Set<number>();
  #finished = 0;
  #total = 0;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  news(news: RunNews): void {
    if (news.type === "run") {
      this.#total = news.run.counts.total;
      return;
    }
    const { trial } = news;
    if (trial.status !== "finished" || this.#told.has(trial.id)) return;
    this.#told.add(trial.id);
    this.#finished += 1;
    const count = `${String(this.#finished).padStart(String(this.#total).length)}/${this.#total}`;
    this.#stream.write(`${colors.dim(count)} ${trialLine(trial, colors)}\n`);
  }

  end(): void {}
}
