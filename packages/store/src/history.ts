// A separate entry point: rarely used, and no start should wait for it.

export type { HistoryPaths } from "./history/history-folders.ts";
export type { HistoryHit, HistorySearch } from "./history/history-hit.ts";
export { type HistoryLimits, type PlannedRemoval } from "./history/plan-prune.ts";
export { type PruneOutcome, pruneDaily, pruneHistory } from "./history/prune-history.ts";
export { searchHistory } from "./history/search-history.ts";
