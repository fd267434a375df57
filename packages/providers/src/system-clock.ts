import type { Clock } from "@roo-code/types";

/** The most a timer can wait: beyond it Node fires at once. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  // Not `performance`, which loads the whole of perf_hooks when first touched.
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
