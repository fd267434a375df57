import { type EvalServices, readRun, readTrials } from "@roo-code/evals/control";
import type { RunWithTrials } from "@roo-code/evals/statistics";
import { runIdOf } from "./run-id.ts";

/** Runs by their numbers, with their trials. Throws `RooError` `unknown_run`. */
export async function readRuns({ database }: EvalServices, words: readonly string[]): Promise<RunWithTrials[]> {
  const runs: RunWithTrials[] = [];
  for (const runId of words.map(runIdOf))
    runs.push({ run: await readRun(database, runId), trials: await readTrials(database, runId) });
  return runs;
}
