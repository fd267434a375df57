import type { Clock } from "@roo-code/types";

/** The maximum delay of a timer: Node fires longer ones at once. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not `performance`, which loads all of perf_hooks on first use.
  monotonic: () => Number(process.hrtime.bigint()) / 1e6,
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(ms, maxTimerMs));
      signal?.addEventListener("abort", wake);
    }),
};
