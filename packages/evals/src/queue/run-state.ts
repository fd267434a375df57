import { type Database, inTransaction, type Transaction, tables } from "@roo-code/store/database";
import type { TrialLimit } from "@roo-code/types";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { unknownRun } from "./unknown-run.ts";

const { runs, tasks, taskMetrics } = tables;

/** From now on its trials are given out: a new run, or the rest of one that was ended or died. */
export async function openRun(
  database: Database,
  runId: number,
  { retriesErrors = false }: { readonly retriesErrors?: boolean } = {},
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const [run] = await transaction.select({ id: runs.id }).from(runs).where(eq(runs.id, runId)).for("update");
    if (!run) throw unknownRun(runId);
    if (retriesErrors) await forgetErrors(transaction, runId);
    const [left] = await transaction.select({ count: sql<number>`count(*)::int` }).from(tasks).where(isLeft(runId));
    if (left?.count === 0) return;
    await transaction.update(runs).set({ status: "running", limit: null, finishedAt: null }).where(eq(runs.id, runId));
  });
}

async function forgetErrors(transaction: Transaction, runId: number): Promise<void> {
  const wentWrong = and(eq(tasks.runId, runId), eq(tasks.verdict, "error"));
  const metrics = transaction.select({ id: tasks.taskMetricsId }).from(tasks).where(wentWrong);
  await transaction.delete(taskMetrics).where(inArray(taskMetrics.id, metrics));
  await transaction.update(tasks).set({ verdict: null, error: null, errors: 0, finishedAt: null }).where(wentWrong);
}

/** No more of its trials are given out; what is being tried is to end. Throws `RooError` `unknown_run`. */
export async function stopRun({ orm }: Database, runId: number): Promise<void> {
  const stopped = await orm
    .update(runs)
    .set({
      status: sql`case when ${runs.status} = 'finished' then 'finished' else 'cancelled' end`,
      finishedAt: sql`coalesce(${runs.finishedAt}, now())`,
    })
    .where(eq(runs.id, runId))
    .returning({ id: runs.id });
  if (stopped.length === 0) throw unknownRun(runId);
}

/** A cap of the whole run is reached: what is being tried is to be graded as it is, the rest is not tried. */
export async function limitRun({ orm }: Database, runId: number, limit: TrialLimit): Promise<void> {
  await orm
    .update(runs)
    .set({ limit, status: "finished", finishedAt: sql`now()` })
    .where(and(eq(runs.id, runId), eq(runs.status, "running")));
}

/** Nobody of us works on it for now. Whoever else does will say so. */
export async function leaveRun({ orm }: Database, runId: number): Promise<void> {
  await orm.update(runs).set({ beatAt: null }).where(eq(runs.id, runId));
}

function isLeft(runId: number) {
  return and(eq(tasks.runId, runId), isNull(tasks.finishedAt));
}
