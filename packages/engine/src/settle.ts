import type { OpenCall } from "@roo-code/types";
import { limit } from "./budget.ts";
import { finishInterruptedCall } from "./interrupted-call.ts";
import { type SettleDeps, settleCall } from "./settle-call.ts";
import { stopped } from "./stop.ts";

const denialsAllowed = 3;
const mistakesAllowed = 3;
const readsAtOnce = 8;

/**
 * Brings every call of the newest reply to its result, in order; neighbouring reads run side by side.
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
    await allOf(
      batch
        .filter((open) => !open.end)
        .map((open) => (open.start ? finishInterruptedCall(deps, open) : settleCall(deps, open))),
    );
    stopIfHopeless(deps, { wasTold });
    deps.signal.throwIfAborted();
  }
}

async function batchFrom(deps: SettleDeps, calls: readonly OpenCall[], from: number): Promise<OpenCall[]> {
  const batch: OpenCall[] = [];
  for (const open of calls.slice(from, from + readsAtOnce)) {
    const isRead = await isReadCall(deps, open);
    if (!isRead && batch.length > 0) break;
    batch.push(open);
    if (!isRead) break;
  }
  return batch;
}

/** Waits for all even when one fails: nothing may be recorded after the run has ended. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === "rejected");
  if (failed) throw failed.reason;
}

/** A call of no tool is none; it hears so when its turn comes. */
async function isReadCall({ ports }: SettleDeps, { call }: OpenCall): Promise<boolean> {
  const resolved = await ports.tools.resolve(call).catch(() => undefined);
  return resolved?.tool.kind === "read";
}

function stopIfHopeless({ record, loops }: SettleDeps, { wasTold }: { wasTold: boolean }): void {
  if (record.state.denialsInRow >= denialsAllowed) {
    throw stopped("denied", {
      code: "denied",
      message: `${denialsAllowed} calls in a row were denied. Allow them with --auto-approve, or attend the run.`,
    });
  }
  if (wasTold && record.state.mistakesInRow >= mistakesAllowed) {
    throw stopped("limit", limit("mistakes", `${mistakesAllowed} invalid tool calls in a row`));
  }
  if (loops.hasTripped())
    throw stopped("limit", { code: "limit_loop", message: "Stopped: the same error came four times in a row." });
}
