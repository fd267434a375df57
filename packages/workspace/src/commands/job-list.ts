import { type CommandNews, type CommandOutcome, ToolFailure } from "@roo-code/types";
import type { CommandJob } from "./command-job.ts";

/** Ended commands whose output can still be asked for. */
const maxEnded = 50;

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
    for (const job of over.slice(0, -maxEnded)) this.#jobs.delete(job.id);
  }
}

type JobPause = "ended" | "timeout" | "background" | "abort" | "asks";

interface JobPatience {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly backgroundAfterMs?: number;
}

const askingIntervalMs = 150;
/** A longer timer would fire at once. */
const maxTimerMs = 2 ** 31 - 1;

/** What comes first: its end, the end of patience, an abort, or a question it asks. */
export async function awaitJob(job: CommandJob, patience: JobPatience): Promise<JobPause> {
  const { promise, resolve } = Promise.withResolvers<JobPause>();
  const onAbort = (): void => resolve("abort");
  let timesAsking = 0;
  const timers = [
    later(patience.timeoutMs, () => resolve("timeout")),
    later(patience.backgroundAfterMs, () => resolve("background")),
    setInterval(() => {
      timesAsking = job.isAsking() ? timesAsking + 1 : 0;
      // Twice in a row: the first time its question may still be in the pipe.
      if (timesAsking > 1) resolve("asks");
    }, askingIntervalMs),
  ];
  patience.signal.addEventListener("abort", onAbort, { once: true });
  if (patience.signal.aborted) onAbort();
  void job.ended.then(() => resolve("ended"));
  try {
    return await promise;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    patience.signal.removeEventListener("abort", onAbort);
  }
}

function later(delayMs: number | undefined, action: () => void): NodeJS.Timeout | undefined {
  return delayMs === undefined ? undefined : setTimeout(action, Math.min(delayMs, maxTimerMs));
}
