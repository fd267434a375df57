import type { EvalRun } from "@roo-code/types";
import type { Lease } from "./queue/index.ts";

/** In its environment: everything that belongs to one attempt at a trial is known by it, wherever it hides. */
export const markVariable = "ROO_TRIAL";

/** No other attempt has it, not even one of another database on this machine, where runs and trials are numbered as here. */
export function trialMark(
  { id, createdAt }: Pick<EvalRun, "id" | "createdAt">,
  { trialId, number }: Pick<Lease, "trialId" | "number">,
): string {
  return `${Date.parse(createdAt).toString(36)}-${id}.${trialId}.${number}`;
}

/** As it stands among the variables of a process. */
export function environmentMark(mark: string): string {
  return `${markVariable}=${mark}\0`;
}

/** How the name of its folder for temporary files begins. */
export function scratchPrefix(mark: string): string {
  return `roo-trial-${mark}-`;
}
