import { RooError, type WorkflowPlan } from "@roo-code/types";
import type { Configuration } from "../configuration/configuration.ts";

/** Throws `RooError` `unknown_mode` for the first step whose mode does not exist here: before anything has begun. */
export function requireModes(plan: WorkflowPlan, { modes }: Configuration): void {
  const known = modes.map(({ slug }) => slug);
  for (const { step, mode } of modesOf(plan)) {
    if (known.includes(mode)) continue;
    const message = `There is no mode "${mode.slice(0, 80)}", which ${step} of the plan is to have.`;
    throw new RooError({ code: "unknown_mode", message, next: `The modes are: ${known.join(", ")}.` });
  }
}

function modesOf(plan: WorkflowPlan): { step: string; mode: string }[] {
  const fallback = plan.mode ?? "code";
  return plan.phases.flatMap(({ id, mode = fallback, subtasks }) => [
    { step: `the phase ${id}`, mode },
    ...subtasks.map((subtask) => ({ step: `the step ${id}/${subtask.id}`, mode: subtask.mode ?? mode })),
  ]);
}
