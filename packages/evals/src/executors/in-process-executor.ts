import type { RunJob } from "../runner/serve-runner.ts";
import type { TrialExecutor } from "./executor.ts";
import { failedTrial } from "./executor.ts";

/** Runs trials in this process without isolation, for tests. */
export function inProcessExecutor(runJob: RunJob): TrialExecutor {
  return {
    name: "in-process",
    start: (job, observe) => {
      const gone = new AbortController();
      const stop = new AbortController();
      const end = runJob(job, { signal: gone.signal, stop: stop.signal, observe }).catch((error: unknown) =>
        failedTrial({ code: "runner_died", message: error instanceof Error ? error.message : String(error) }),
      );
      return { end, stop: (limit) => stop.abort(limit), kill: () => gone.abort() };
    },
  };
}
