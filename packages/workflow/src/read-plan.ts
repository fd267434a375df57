import { type WorkflowPlan, workflowPlanSchema } from "@roo-code/types";
import { checkPlan } from "./check-plan.ts";
import { normalizePlan } from "./normalize-plan.ts";
import { type PlanProblem, planProblemInWords } from "./plan-problem.ts";

export type ReadPlan = { readonly plan: WorkflowPlan } | { readonly problems: readonly PlanProblem[] };

/** A plan from what a file or a program gave. Never throws. */
export function readPlan(given: unknown): ReadPlan {
  const { value, problems } = normalizePlan(given);
  if (problems.length > 0) return { problems };
  const parsed = workflowPlanSchema.safeParse(value);
  if (!parsed.success) {
    const found = parsed.error.issues.map(({ path, message }) => ({
      path: path.map(key),
      message: planProblemInWords(message),
    }));
    return { problems: found };
  }
  const wrong = checkPlan(parsed.data);
  return wrong.length > 0 ? { problems: wrong } : { plan: parsed.data };
}

function key(part: PropertyKey): string | number {
  return typeof part === "number" ? part : String(part);
}
