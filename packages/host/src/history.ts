import { join } from "node:path";
import type { HistoryLimits, HistoryPlaces } from "@roo-code/store/history";
import type { Clock, Settings } from "@roo-code/types";

export {
  type HistoryHit,
  type HistorySearch,
  type IndexProgress,
  type PlannedRemoval,
  type PruneOutcome,
  pruneDaily,
  pruneHistory,
  searchHistory,
} from "@roo-code/store/history";

export function historyPlaces({ home, clock }: { readonly home: string; readonly clock: Clock }): HistoryPlaces {
  return { tasksFolder: join(home, "tasks"), cacheFolder: join(home, "cache"), clock };
}

export function historyLimits({ historyMaxAge, historyMaxBytes }: Settings): HistoryLimits {
  return {
    ...(historyMaxAge !== undefined && { maxAgeDays: historyMaxAge }),
    ...(historyMaxBytes !== undefined && { maxBytes: historyMaxBytes }),
  };
}
