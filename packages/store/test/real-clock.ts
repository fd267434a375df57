import { setTimeout } from "node:timers/promises";
import type { Clock } from "@roo-code/types";

/** For tests with several processes. */
export const realClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { signal }).catch(() => {}),
};
