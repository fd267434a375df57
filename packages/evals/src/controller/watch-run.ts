import { setTimeout as sleep } from "node:timers/promises";
import type { Bus } from "@roo-code/store/bus";
import { type Database, retryOnOutage } from "@roo-code/store/database";
import type { RunNews } from "@roo-code/types/api";
import { readRun, readTrials } from "../queue/index.ts";
import { eventsChannel } from "./run-announcer.ts";

export interface WatchOptions {
  readonly database: Database;
  /** Only signals changes; the database is the source of truth. */
  readonly bus: Bus;
  readonly runId: number;
  readonly signal: AbortSignal;
  readonly pollMs?: number;
}

/**
 * A run and its trials, then all changes, until the run has ended or the signal aborts. The first item is the run, and so
 * is the last. Throws `RooError` `unknown_run`.
 */
export async function* watchRun({
  database,
  bus,
  runId,
  signal,
  pollMs = 1_000,
}: WatchOptions): AsyncGenerator<RunNews> {
  const seen = new Map<string, string>();
  let wake = () => {};
  const unsubscribe = await bus.subscribe(eventsChannel(runId), () => wake());
  try {
    for (;;) {
      const updated = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const updates = await readChanges(database, runId);
      for (const item of updates) if (isNew(seen, item)) yield item;
      const [first] = updates;
      if (
        first?.type !== "run" ||
        first.run.status === "finished" ||
        first.run.status === "cancelled" ||
        signal.aborted
      )
        return;
      await Promise.race([updated.then(() => sleep(pollMs / 10)), sleep(pollMs, undefined, { signal })]).catch(
        () => {},
      );
    }
  } finally {
    unsubscribe();
  }
}

async function readChanges(database: Database, runId: number): Promise<RunNews[]> {
  // The run first: if it has ended, its trials no longer change.
  const run = await retryOnOutage(database, () => readRun(database, runId));
  const trials = await retryOnOutage(database, () => readTrials(database, runId));
  return [{ type: "run", run }, ...trials.map((trial) => ({ type: "trial" as const, trial }))];
}

function isNew(seen: Map<string, string>, item: RunNews): boolean {
  const key = item.type === "run" ? "run" : `trial ${item.trial.id}`;
  const text = JSON.stringify(item);
  if (seen.get(key) === text) return false;
  seen.set(key, text);
  return true;
}
