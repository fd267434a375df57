import { type CommandNews, type CommandOutcome, ToolFailure } from "@roo-code/types";
import type { CommandJob } from "./command-job.ts";

/** Finished commands whose output can still be requested. */
const maxEnded = 50;

/** Running commands, and finished ones that may still be asked about. */
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

  /** The result of a job, for a caller that waited. */
  report(job: CommandJob): CommandOutcome {
    const outcome = job.outcome();
    job.isReported = outcome.ended !== "running";
    return outcome;
  }

  news(): readonly CommandNews[] {
    const reported = this.all().filter((job) => job.isRunning || job.hasLeftovers || !job.isReported);
    for (const job of reported) job.isReported = !job.isRunning;
    return reported.map((job) => job.news());
  }

  /** Removes the oldest finished ones. */
  prune(): void {
    const over = this.all().filter((job) => job.isReported && !job.isRunning && !job.hasLeftovers);
    for (const job of over.slice(0, -maxEnded)) this.#jobs.delete(job.id);
  }
}

type JobPause = "ended" | "timeout" | "background" | "abort" | "asks";

interface WaitLimits {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly backgroundAfterMs?: number;
}

const askingIntervalMs = 150;
/** A timer with a longer delay would fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

/** Whichever comes first: its end, a timeout, an abort, or a prompt. */
export async function awaitJob(job: CommandJob, limits: WaitLimits): Promise<JobPause> {
  const { promise, resolve } = Promise.withResolvers<JobPause>();
  const onAbort = (): void => resolve("abort");
  let promptCount = 0;
  const timers = [
    startTimer(limits.timeoutMs, () => resolve("timeout")),
    startTimer(limits.backgroundAfterMs, () => resolve("background")),
    setInterval(() => {
      promptCount = job.isAsking() ? promptCount + 1 : 0;
      // Twice in a row: the first time its question may still be in the pipe.
      if (promptCount > 1) resolve("asks");
    }, askingIntervalMs),
  ];
  limits.signal.addEventListener("abort", onAbort, { once: true });
  if (limits.signal.aborted) onAbort();
  void job.ended.then(() => resolve("ended"));
  try {
    return await promise;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    limits.signal.removeEventListener("abort", onAbort);
  }
}

function startTimer(delayMs: number | undefined, action: () => void): NodeJS.Timeout | undefined {
  return delayMs === undefined ? undefined : setTimeout(action, Math.min(delayMs, maxTimerMs));
}
