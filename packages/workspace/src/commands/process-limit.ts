import type { CommandJob } from "./command-job.ts";
import { countProcesses } from "./process-table.ts";
import { treeSize } from "./process-tree.ts";

const intervalMs = 100;

/**
 * Stops a command that keeps starting processes. Checks the machine's count, which is cheap, and the
 * commands only if that has grown. Does nothing where processes cannot be counted.
 */
export class ProcessLimit {
  readonly #maxProcesses: number;
  readonly #jobs: () => Iterable<CommandJob>;
  #timer: NodeJS.Timeout | undefined;
  #baseline: number | undefined;

  constructor(maxProcesses: number, jobs: () => Iterable<CommandJob>) {
    this.#maxProcesses = maxProcesses;
    this.#jobs = jobs;
  }

  watch(): void {
    if (this.#timer) return;
    this.#baseline ??= countProcesses();
    this.#timer = setInterval(() => this.#check(), intervalMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    const count = countProcesses();
    if (count - (this.#baseline ?? count) <= this.#maxProcesses) return;
    this.#baseline = count - this.#maxProcesses / 2;
    for (const job of this.#jobs()) if (treeSize(job.marks) > this.#maxProcesses) void job.stop("processes");
  }
}
