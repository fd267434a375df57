import { join } from "node:path";
import type { EvalRun } from "@roo-code/types";
import type { Lease } from "../queue/index.ts";
import type { RunnerOrder } from "../runner/runner-order.ts";
import { trialMark } from "../trial-mark.ts";

/** What a runner is told to do for a trial that was taken. */
export function orderFor(run: EvalRun, lease: Lease, home: string): RunnerOrder {
  const { runId, trialId, number, language, exercise } = lease;
  const { suite, agent, settings, prompt, tests, timeoutMinutes, trialLimits } = run.request;
  return {
    mark: trialMark(run, lease),
    runId,
    trialId,
    number,
    suite,
    language,
    exercise,
    agent,
    settings,
    prompt,
    tests,
    limits: { seconds: timeoutMinutes * 60, ...trialLimits },
    artifacts: artifactsOf(lease, home),
  };
}

/** Of all runs, each in a folder by its number. */
export function artifactsFolder(home: string): string {
  return join(home, "evals", "runs");
}

/** Each attempt has its own: what an earlier one left is not mixed with it. */
function artifactsOf({ runId, language, exercise, iteration, number }: Lease, home: string): string {
  const name = encodeURIComponent(`${language}-${exercise}.${iteration}.${number}`);
  return join(artifactsFolder(home), String(runId), name);
}
