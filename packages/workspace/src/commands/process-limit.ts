import type { CommandJob } from "./command-job.ts";
import { countProcesses } from "./process-table.ts";
import { treeSize } from "./process-tree.ts";

const intervalMs = 100;

/**
 * Stops a command that starts more and more processes. Looks at the machine's count, which is cheap, and at the
 * commands only when that has grown. Where processes cannot be counted it does nothing.
 */
export class ProcessLimit {
  readonly #maxProcesses: number;
  readonly #jobs: () => Iterable<CommandJob>;
  #timer: NodeJS.Timeout | undefined;
  #usual: number | undefined;

  constructor(maxProcesses: number, jobs: () => Iterable<CommandJob>) {
    this.#maxProcesses = maxProcesses;
    this.#jobs = jobs;
  }

  watch(): void {
    if (this.#timer) return;
    this.#usual ??= countProcesses();
    this.#timer = setInterval(() => this.#look(), intervalMs).unref();
  }

  rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    const count = countProcesses();
    if (count - (this.#usual ?? count) <= this.#maxProcesses) return;
    this.#usual = count - this.#maxProcesses / 2;
    for (const job of this.#jobs()) if (treeSize(job.marks) > this.#maxProcesses) void job.stop("processes");
  }
}
