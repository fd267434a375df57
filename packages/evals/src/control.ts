// A separate entry point: it loads the PostgreSQL client, which neither a runner nor listing suites needs.

export { type Bus, openBus } from "@roo-code/store/bus";
export { apiMcpBenchmarks } from "./api/mcp-benchmarks.ts";
export { readTrialFiles, type TrialFiles } from "./api/trial-files.ts";
export { artifactsFolder } from "./controller/build-job.ts";
export { type ControlEnd, type ControllerOptions, controlRun } from "./controller/control-run.ts";
export { type EvalServices, openEvalServices } from "./controller/open-services.ts";
export { type WatchOptions, watchRun } from "./controller/watch-run.ts";
export { type ContainerExecutorOptions, containerExecutor } from "./executors/container-executor.ts";
export type { RunningTrial, TrialExecutor } from "./executors/executor.ts";
export { inProcessExecutor } from "./executors/in-process-executor.ts";
export { type ProcessExecutorOptions, processExecutor } from "./executors/process-executor.ts";
export { readMcpTrials } from "./mcp/read-mcp-trials.ts";
export {
  createRun,
  defaultTerms,
  holderName,
  type LeaseTerms,
  listRuns,
  type NewRun,
  openRun,
  readRun,
  readTrial,
  readTrials,
  removeRun,
  settleRun,
  stopRun,
  type TrialAttempt,
  type TrialDetails,
  type TrialReport,
} from "./queue/index.ts";
