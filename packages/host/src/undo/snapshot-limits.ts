import type { PruneLimits, Settings } from "@roo-code/types";

const defaultMaxBytes = 2 * 2 ** 30;
const defaultMaxAgeDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** How much the snapshots of one folder may take, and how old they may be. */
export function snapshotLimits({ snapshotMaxBytes, snapshotMaxAge }: Settings) {
  const days = snapshotMaxAge ?? defaultMaxAgeDays;
  return { maxBytes: snapshotMaxBytes ?? defaultMaxBytes, maxAgeMs: days * dayMs } satisfies PruneLimits;
}
