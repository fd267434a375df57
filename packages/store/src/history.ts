// A door of its own: what is here is used once in a while, and no start should wait for it.
export type { HistoryHit, HistorySearch } from "./history/history-hit.ts";
export type { HistoryPlaces } from "./history/history-places.ts";
export type { IndexProgress } from "./history/index-tasks.ts";
export type { Speaker } from "./history/passage.ts";
export type { HistoryLimits, PlannedRemoval } from "./history/retention/plan-prune.ts";
export { pruneDaily } from "./history/retention/prune-daily.ts";
export { type PruneOutcome, pruneHistory } from "./history/retention/prune-history.ts";
export { type SearchHistoryOptions, searchHistory } from "./history/search-history.ts";
