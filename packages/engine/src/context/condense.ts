import { askForSummary } from "./ask-for-summary.ts";
import type { CondenseDeps } from "./condense-deps.ts";
import { fitSummary } from "./fit-summary.ts";
import type { SummaryPlan } from "./plan-summary.ts";

/**
 * Asks the model for a summary and records it in place of the messages it stands for; without one, by rules alone.
 * Nothing is recorded before the summary is there: a crash on the way repeats the request, which changes nothing.
 */
export async function condense(deps: CondenseDeps, plan: SummaryPlan): Promise<void> {
  const { record, memory } = deps;
  const { state } = record;
  const { count, reason, tokens, tokensBefore } = plan;
  const asked = await askForSummary(deps, plan);
  const { receipt, message, size } = fitSummary({ state, plan, meter: memory.meter, said: asked?.text ?? "" });
  const gone = tokens.slice(0, count).reduce((sum, each) => sum + each, 0);
  await record.commit({
    type: "summary.added",
    reason,
    by: asked ? "model" : "rules",
    dropped: count,
    message,
    receipt,
    tokensBefore,
    tokensAfter: Math.max(0, tokensBefore - gone) + size,
    ...(asked && { usage: asked.usage }),
  });
}
