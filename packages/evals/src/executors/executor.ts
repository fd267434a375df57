import type { TrialLimit } from "@roo-code/types";
import type { TrialReport } from "../queue/index.ts";
import type { RunnerOrder } from "../runner/runner-order.ts";
import type { AgentNews } from "../trial-agent.ts";

/** Where trials run: data in, data out, no memory shared. A process, a container, a job of a cluster. */
export interface TrialExecutor {
  readonly name: string;
  /** Never throws: what goes wrong is an error of the trial, and of no other. */
  start(order: RunnerOrder, observe: (news: AgentNews) => void): RunningTrial;
}

export interface RunningTrial {
  /** Resolves when nothing of it runs any more. Never rejects. */
  readonly end: Promise<TrialReport>;
  /** A cap of the run is reached: the agent is to stop, and what it left to be graded. */
  stop(limit: TrialLimit): void;
  /** Ends all of it at once; what came of it is of no use. */
  kill(): void;
}
