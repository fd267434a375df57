import type { Failure, TrialLimit, TrialMetrics } from "@roo-code/types";
import type { TrialReport } from "../queue/index.ts";
import type { RunnerJob } from "../runner/runner-protocol.ts";
import { noMetrics } from "../trial/metrics.ts";
import type { AgentUpdate } from "../trial-agent.ts";

/** Runs trials without shared memory: in a process, a container, or a job of a cluster. */
export interface TrialExecutor {
  readonly name: string;
  /** Never throws: a failure is an error of this trial only. */
  start(job: RunnerJob, observe: (update: AgentUpdate) => void): RunningTrial;
}

export interface RunningTrial {
  /** Resolves when all its processes have ended. Never rejects. */
  readonly end: Promise<TrialReport>;
  /** A limit of the run was reached: stops the agent and grades its work. */
  stop(limit: TrialLimit): void;
  /** Ends everything at once; its report is discarded. */
  kill(): void;
}

/** The report of a trial that could not be completed, with its known usage. */
export function failedTrial(error: Failure, metrics: TrialMetrics = noMetrics): TrialReport {
  return {
    verdict: "error",
    limit: null,
    error,
    tests: null,
    metrics,
    toolErrors: [],
    flags: [],
    diff: "",
    gradingMs: 0,
  };
}

/** The limits of one trial and its processes. */
export interface TrialResources {
  readonly memoryBytes: number;
  readonly cpus: number;
}

export const defaultResources: TrialResources = { memoryBytes: 3 * 1024 ** 3, cpus: 2 };
export const maxProcesses = 2048;

/** For preparing and grading, twice if the agent may try again, in addition to the agent's time. */
const overheadMs = 30 * 60_000;

/** When a trial is killed. */
export function deadlineOf({ limits }: RunnerJob): number {
  // Timers are limited to 24 days.
  return Math.min(limits.seconds * 1000 + overheadMs, 2 ** 31 - 1);
}
