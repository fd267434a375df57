import type { RunResult as TaskResult } from "@roo-code/types";

interface Common extends TaskResult {
  /** The result as text; without one, why there is none. */
  toString(): string;
}

/**
 * How a run ended. `status` is `completed`, or why it was not: `failed`, `limit`, `denied`, `aborted`; `error` says more.
 * `output` is the validated object of a run with a `schema`.
 */
export type RunResult<Output = undefined> =
  | (Common & { readonly status: "completed"; readonly result: string; readonly output: Output })
  | (Common & { readonly status: Exclude<TaskResult["status"], "completed">; readonly output?: undefined });
