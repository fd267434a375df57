import type { TryOrder } from "../runner/serve-runner.ts";
import type { TrialExecutor } from "./executor.ts";
import { failedTrial } from "./failed-trial.ts";

/** Trials as calls of a function, with nothing around them: for agents that are made up. */
export function inProcessExecutor(tryOrder: TryOrder): TrialExecutor {
  return {
    name: "in-process",
    start: (order, observe) => {
      const gone = new AbortController();
      const stop = new AbortController();
      const end = tryOrder(order, { signal: gone.signal, stop: stop.signal, observe }).catch((error: unknown) =>
        failedTrial({ code: "runner_died", message: error instanceof Error ? error.message : String(error) }),
      );
      return { end, stop: (limit) => stop.abort(limit), kill: () => gone.abort() };
    },
  };
}
