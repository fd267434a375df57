import { askForSummary } from "./ask-for-summary.ts";
import type { CondenseDeps, CondenseReason } from "./condense-deps.ts";
import { fitSummary } from "./fit-summary.ts";
import { planSummary, type SummaryPlan } from "./plan-summary.ts";
import { roomOf } from "./request-room.ts";

/** Replaces the oldest messages by a summary because somebody asked for it. Whether there was anything to replace. */
export async function condenseNow(deps: CondenseDeps, reason: CondenseReason): Promise<boolean> {
  const { memory, record, systemPrompt, tools } = deps;
  const { window } = await roomOf(deps);
  const context = memory.meter.measure({ systemPrompt, tools, state: record.state, window });
  const plan = planSummary({ state: record.state, meter: memory.meter, context, reason, harder: 0 });
  if (!plan) return false;
  await condense(deps, plan);
  return true;
}

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
