import type { CommandJob } from "./command-job.ts";

export type JobPause = "ended" | "timeout" | "background" | "abort" | "asks";

export interface JobPatience {
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
  readonly backgroundAfterMs?: number;
}

const askingIntervalMs = 150;
/** A longer timer would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

/** What comes first: its end, the end of patience, an abort, or a question it asks. */
export async function awaitJob(job: CommandJob, patience: JobPatience): Promise<JobPause> {
  const { promise, resolve } = Promise.withResolvers<JobPause>();
  const onAbort = (): void => resolve("abort");
  const timers = [
    later(patience.timeoutMs, () => resolve("timeout")),
    later(patience.backgroundAfterMs, () => resolve("background")),
    setInterval(() => job.isAsking() && resolve("asks"), askingIntervalMs),
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
  return delayMs === undefined ? undefined : setTimeout(action, Math.min(delayMs, longestTimerMs));
}
