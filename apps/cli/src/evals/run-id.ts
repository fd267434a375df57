import { RooError } from "@roo-code/types";

/** Of a run, or of a trial. Throws `RooError` `wrong_usage`. */
export function runIdOf(word: string | undefined): number {
  const id = Number(word);
  if (Number.isSafeInteger(id) && id > 0) return id;
  throw new RooError({
    code: "wrong_usage",
    message: `"${word ?? ""}" is no number of a run.`,
    next: "List runs with: roo evals status",
  });
}
