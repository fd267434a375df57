import type { EvalRun } from "@roo-code/types";
import type { Lease } from "./queue/index.ts";

/** Set in the environment of every process of an attempt at a trial, so that all of them can be found. */
export const markVariable = "ROO_TRIAL";

/** Unique on this machine: another database may use the same ids for runs and trials. */
export function trialMark(
  { id, createdAt }: Pick<EvalRun, "id" | "createdAt">,
  { trialId, number }: Pick<Lease, "trialId" | "number">,
): string {
  return `${Date.parse(createdAt).toString(36)}-${id}.${trialId}.${number}`;
}

/** The form in `/proc/<pid>/environ`. */
export function environmentMark(mark: string): string {
  return `${markVariable}=${mark}\0`;
}

/** The prefix of its temporary folder. */
export function scratchPrefix(mark: string): string {
  return `roo-trial-${mark}-`;
}
