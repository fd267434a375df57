// The code of a runner: one trial, without the database.

export { createJobRunner, type RunnerOptions } from "./runner/run-job.ts";
export type { RunnerJob } from "./runner/runner-protocol.ts";
export { type JobOptions, type RunJob, serveRunner } from "./runner/serve-runner.ts";
