import { mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isSystemError } from "../../log-errors.ts";
import type { HistoryPlaces } from "../history-places.ts";
import type { HistoryLimits } from "./plan-prune.ts";
import { type PruneOutcome, pruneHistory } from "./prune-history.ts";

const dayMs = 86_400_000;

/** Prunes once a day, whoever asks first; undefined when it was done already, or no limit is set. */
export async function pruneDaily(places: HistoryPlaces, limits: HistoryLimits): Promise<PruneOutcome | undefined> {
  if (limits.maxAgeDays === undefined && limits.maxBytes === undefined) return undefined;
  return isFirstToday(places) ? pruneHistory(places, { limits }) : undefined;
}

/** Marked before the work is done: of two processes one does it, and one that fails is not tried again all day. */
function isFirstToday({ cacheFolder, clock }: HistoryPlaces): boolean {
  const marker = join(cacheFolder, "history-pruned");
  const now = clock.now();
  try {
    const markedAt = statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? Number.NEGATIVE_INFINITY;
    // A mark from the future, as after a wrong clock, does not count.
    if (markedAt <= now && now - markedAt < dayMs) return false;
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    writeFileSync(marker, "");
    utimesSync(marker, now / 1000, now / 1000);
    return true;
  } catch (error) {
    // Where not even a mark can be left, nothing can be removed either.
    if (isSystemError(error)) return false;
    throw error;
  }
}
