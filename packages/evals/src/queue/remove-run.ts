import { type Database, inTransaction, tables } from "@roo-code/store/database";
import { RooError } from "@roo-code/types";
import { and, eq, inArray, sql } from "drizzle-orm";
import { isBeingTried } from "./read-runs.ts";
import { unknownRun } from "./unknown-run.ts";

const { runs, tasks, taskMetrics } = tables;

/** A run and all that belongs to it. Throws `RooError` `unknown_run`, and `run_busy` while somebody works on it. */
export async function removeRun(database: Database, runId: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const [run] = await transaction.select().from(runs).where(eq(runs.id, runId)).for("update");
    if (!run) throw unknownRun(runId);
    const busy = await transaction
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(eq(tasks.runId, runId), isBeingTried()))
      .limit(1);
    if (busy.length > 0) throw runBusy(runId);
    const metrics = await transaction
      .select({ id: tasks.taskMetricsId })
      .from(tasks)
      .where(and(eq(tasks.runId, runId), sql`${tasks.taskMetricsId} is not null`));
    await transaction.delete(runs).where(eq(runs.id, runId));
    const ids = [run.taskMetricsId, ...metrics.map(({ id }) => id)].filter((id) => id !== null);
    if (ids.length > 0) await transaction.delete(taskMetrics).where(inArray(taskMetrics.id, ids));
  });
}

function runBusy(runId: number): RooError {
  return new RooError({
    code: "run_busy",
    message: `Run ${runId} is still being worked on.`,
    next: `Stop it first: roo evals cancel ${runId}`,
  });
}
