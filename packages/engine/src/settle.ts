import { limitReached, type OpenCall } from "@roo-code/types";
import { finishInterruptedCall } from "./interrupted-call.ts";
import { settleCall } from "./settle-call.ts";
import type { SettleDeps } from "./settle-deps.ts";
import { stopped } from "./stop.ts";

const maxDenials = 3;
const maxMistakes = 3;
const maxConcurrentCalls = 8;

/**
 * Settles every call of the newest reply, in order; consecutive reads run in parallel, and so do consecutive calls that
 * start subtasks. Works from the state alone, so it also resumes a task.
 */
export async function settle(deps: SettleDeps): Promise<void> {
  const { record } = deps;
  // `openCalls` is emptied when the last call has its result, so the list is copied.
  const calls = [...record.state.openCalls];
  // A reply may repeat the same mistake in many calls: the model has not seen the first result yet.
  const wasWarned = record.state.mistakesInRow > 0;
  for (let next = 0; next < calls.length; ) {
    const batch = await batchFrom(deps, calls, next);
    next += batch.length;
    deps.orchestrator.gather(batch);
    await settleAll(batch.filter((open) => !open.end).map((open) => finish(deps, open)));
    stopIfStuck(deps, { wasWarned });
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
  for (const open of calls.slice(from, from + maxConcurrentCalls)) {
    const next = await concurrencyClass(deps, open);
    if (batch.length > 0 && (next === "alone" || next !== shared)) break;
    batch.push(open);
    if (next === "alone") break;
    shared = next;
  }
  return batch;
}

/** Waits for all even if one fails: nothing may be recorded after the run has ended. */
async function settleAll(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

/** What a call may run in parallel with: other reads, other calls that start subtasks, or nothing. */
type ConcurrencyClass = "reads" | "tasks" | "alone";

/** A call of an unknown tool runs alone, and fails then. */
async function concurrencyClass({ ports }: SettleDeps, { call }: OpenCall): Promise<ConcurrencyClass> {
  const tool = (await ports.tools.resolve(call).catch(() => undefined))?.tool;
  if (tool?.kind === "read") return "reads";
  return tool?.name === "new_task" ? "tasks" : "alone";
}

function stopIfStuck(deps: SettleDeps, { wasWarned }: { wasWarned: boolean }): void {
  const { record, loops } = deps;
  if (record.state.denialsInRow >= maxDenials) {
    throw stopped("denied", { code: "denied", message: denialMessage(deps) });
  }
  if (wasWarned && record.state.mistakesInRow >= maxMistakes) {
    throw stopped("limit", limitReached("mistakes", `${maxMistakes} invalid tool calls in a row`));
  }
  if (loops.hasTripped())
    throw stopped("limit", {
      code: "limit_loop",
      message: "Stopped because of a loop: the same error occurred four times in a row.",
    });
}

function denialMessage({ record: { state }, ports }: SettleDeps): string {
  const { denialsInRow, personDenialsInRow } = state;
  const instead = "Send a message with what to do instead to continue.";
  if (personDenialsInRow === denialsInRow) return `You denied ${denialsInRow} calls in a row. ${instead}`;
  const what = `${denialsInRow} calls in a row were denied`;
  return ports.policy.attended
    ? `${what}, by you or by a rule. ${instead}`
    : `${what}. Allow them with --auto-approve, or run attended.`;
}
