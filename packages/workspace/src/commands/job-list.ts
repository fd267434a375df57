import type { CommandNews, CommandOutcome } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import type { CommandJob } from "./command-job.ts";

/** Ended commands whose output can still be asked for. */
const mostEnded = 50;

/** Commands that run, and those of which something may still be asked. */
export class JobList {
  readonly #jobs = new Map<string, CommandJob>();

  add(job: CommandJob): void {
    this.#jobs.set(job.id, job);
  }

  all(): readonly CommandJob[] {
    return [...this.#jobs.values()];
  }

  /** By its id, the number in it, or the name of its output. */
  find(name: string): CommandJob | undefined {
    return this.#jobs.get(name.replace(/\.txt$/, "").replace(/^(?=\d+$)/, "cmd-"));
  }

  /** Throws `ToolFailure` `unknown_command`. */
  require(name: string): CommandJob {
    const job = this.find(name);
    if (!job) throw new ToolFailure("unknown_command", this.explainUnknown(name));
    return job;
  }

  explainUnknown(name: string): string {
    const known = [...this.#jobs.keys()].slice(-10).join(", ");
    return `There is no command "${name.slice(0, 60)}" of this task${known === "" ? "" : `; there are ${known}`}. Background commands end with the process of their task.`;
  }

  /** What came of a job, for whoever waited. */
  tell(job: CommandJob): CommandOutcome {
    const outcome = job.outcome();
    job.isTold = outcome.ended !== "running";
    return outcome;
  }

  news(): readonly CommandNews[] {
    const told = this.all().filter((job) => job.isRunning || job.hasLeftovers || !job.isTold);
    for (const job of told) job.isTold = !job.isRunning;
    return told.map((job) => job.news());
  }

  /** Forgets the oldest of those that are over. */
  prune(): void {
    const over = this.all().filter((job) => job.isTold && !job.isRunning && !job.hasLeftovers);
    for (const job of over.slice(0, -mostEnded)) this.#jobs.delete(job.id);
  }
}
