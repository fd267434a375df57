import { RooError } from "@roo-code/types";

export function unknownRun(runId: number): RooError {
  return new RooError({
    code: "unknown_run",
    message: `There is no run ${runId}.`,
    next: "List runs with: roo evals status",
  });
}
