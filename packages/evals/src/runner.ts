// What runs in a runner: one trial, and nothing of the database.
export type { RunnerOrder } from "./runner/runner-order.ts";
export { serveRunner, type TrialWishes, type TryOrder } from "./runner/serve-runner.ts";
export { type RunnerParts, tryOrderWith } from "./runner/try-order.ts";
