import type { BigIntStats } from "node:fs";

/** File systems that store nanoseconds take the time from a clock that advances at least every 10 ms. */
const fineTickMs = 100;
/** Others store whole seconds, or every second one. */
const coarseTickMs = 2000;

/**
 * Whether a file or folder was last changed long enough before `now` that any later change shows in its times. Two changes
 * within one tick of the clock leave the same times.
 */
export function isSettled({ mtimeMs, ctimeMs, ctimeNs }: BigIntStats, now: number): boolean {
  const changed = mtimeMs > ctimeMs ? mtimeMs : ctimeMs;
  const storesNanoseconds = ctimeNs % 1_000_000n !== 0n;
  return now - Number(changed) > (storesNanoseconds ? fineTickMs : coarseTickMs);
}
