import { join } from "node:path";
import type { EvalRun } from "@roo-code/types";
import type { Lease } from "../queue/index.ts";
import type { RunnerJob } from "../runner/runner-protocol.ts";
import { trialMark } from "../trial-mark.ts";

/** The job for the runner of a leased trial. */
export function buildJob(run: EvalRun, lease: Lease, home: string): RunnerJob {
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
    artifacts: artifactsPath(lease, home),
  };
}

/** Has a folder per run, named by its id. */
export function artifactsFolder(home: string): string {
  return join(home, "evals", "runs");
}

/** One per attempt, so that files of an earlier attempt are not mixed in. */
function artifactsPath({ runId, language, exercise, iteration, number }: Lease, home: string): string {
  const name = encodeURIComponent(`${language}-${exercise}.${iteration}.${number}`);
  return join(artifactsFolder(home), String(runId), name);
}
