import { type EvalServices, readRun, readTrials } from "@roo-code/evals/control";
import type { RunWithTrials } from "@roo-code/evals/statistics";
import { RooError } from "@roo-code/types";

/** Runs by id, with their trials. Throws `RooError` `unknown_run`. */
export async function readRuns({ database }: EvalServices, ids: readonly string[]): Promise<RunWithTrials[]> {
  const runs: RunWithTrials[] = [];
  for (const runId of ids.map(parseRunId))
    runs.push({ run: await readRun(database, runId), trials: await readTrials(database, runId) });
  return runs;
}

/** The id of a run or of a trial. Throws `RooError` `wrong_usage`. */
export function parseRunId(text: string | undefined): number {
  const id = Number(text);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new RooError({
    code: "wrong_usage",
    message: `Not a run id: "${text ?? ""}"`,
    next: "List runs with: roo evals status",
  });
}
