// The code of a runner: one trial, without the database.

export { createJobRunner } from "./runner/run-job.ts";
export { serveRunner } from "./runner/serve-runner.ts";
