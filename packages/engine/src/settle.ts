import { limitReached, type OpenCall } from "@roo-code/types";
import { finishInterruptedCall } from "./interrupted-call.ts";
import { settleCall } from "./settle-call.ts";
import type { SettleDeps } from "./settle-deps.ts";
import { stopped } from "./stop.ts";

const denialsAllowed = 3;
const mistakesAllowed = 3;
const atOnce = 8;

/**
 * Brings every call of the newest reply to its result, in order; neighbouring reads run side by side, and so
 * do neighbouring calls that start tasks.
 * Works from the state alone, so that it is also what a resumed task goes on with.
 */
export async function settle(deps: SettleDeps): Promise<void> {
  const { record } = deps;
  // Calls leave `openCalls` all at once when the last has its result, so the list is taken now.
  const calls = [...record.state.openCalls];
  // One reply may hold many calls with the same mistake: the model has not seen the first of them yet.
  const wasTold = record.state.mistakesInRow > 0;
  for (let next = 0; next < calls.length; ) {
    const batch = await batchFrom(deps, calls, next);
    next += batch.length;
    deps.orchestrator.gather(batch);
    await allOf(batch.filter((open) => !open.end).map((open) => finish(deps, open)));
    stopIfHopeless(deps, { wasTold });
    deps.signal.throwIfAborted();
  }
}

async function finish(deps: SettleDeps, open: OpenCall): Promise<void> {
  try {
    await (open.start ? finishInterruptedCall(deps, open) : settleCall(deps, open));
  } finally {
    deps.orchestrator.left(open);
  }
}

async function batchFrom(deps: SettleDeps, calls: readonly OpenCall[], from: number): Promise<OpenCall[]> {
  const batch: OpenCall[] = [];
  let shared: ConcurrencyClass | undefined;
  for (const open of calls.slice(from, from + atOnce)) {
    const next = await concurrencyClass(deps, open);
    if (batch.length > 0 && (next === "alone" || next !== shared)) break;
    batch.push(open);
    if (next === "alone") break;
    shared = next;
  }
  return batch;
}

/** Waits for all even when one fails: nothing may be recorded after the run has ended. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

/** What a call may run beside: other reads, other calls that start tasks, or nothing. */
type ConcurrencyClass = "reads" | "tasks" | "alone";

/** A call of an unknown tool runs alone; it fails when its turn comes. */
async function concurrencyClass({ ports }: SettleDeps, { call }: OpenCall): Promise<ConcurrencyClass> {
  const tool = (await ports.tools.resolve(call).catch(() => undefined))?.tool;
  if (tool?.kind === "read") return "reads";
  return tool?.name === "new_task" ? "tasks" : "alone";
}

function stopIfHopeless(deps: SettleDeps, { wasTold }: { wasTold: boolean }): void {
  const { record, loops } = deps;
  if (record.state.denialsInRow >= denialsAllowed) {
    throw stopped("denied", { code: "denied", message: denialWords(deps) });
  }
  if (wasTold && record.state.mistakesInRow >= mistakesAllowed) {
    throw stopped("limit", limitReached("mistakes", `${mistakesAllowed} invalid tool calls in a row`));
  }
  if (loops.hasTripped())
    throw stopped("limit", { code: "limit_loop", message: "Stopped: the same error came four times in a row." });
}

function denialWords({ record: { state }, ports }: SettleDeps): string {
  const { denialsInRow, personDenialsInRow } = state;
  const instead = "Send a message that says what to do instead, and the task goes on.";
  if (personDenialsInRow === denialsInRow) return `You denied ${denialsInRow} calls in a row. ${instead}`;
  const what = `${denialsInRow} calls in a row were denied`;
  return ports.policy.attended
    ? `${what}, by you or by a rule. ${instead}`
    : `${what}. Allow them with --auto-approve, or attend the run.`;
}
