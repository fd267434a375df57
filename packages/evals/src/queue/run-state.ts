import type { Database, Transaction } from "@roo-code/store/database";
import { inTransaction, tables } from "@roo-code/store/database";
import type { EvalRun, TrialLimit } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";

const { runs, tasks, taskAttempts, taskMetrics } = tables;

/** Starts a new run, or resumes one that was stopped or interrupted. */
export async function openRun(
  database: Database,
  runId: number,
  { retriesErrors = false }: { readonly retriesErrors?: boolean } = {},
): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const [run] = await transaction.select({ id: runs.id }).from(runs).where(eq(runs.id, runId)).for("update");
    if (!run) throw unknownRun(runId);
    if (retriesErrors) await resetErrors(transaction, runId);
    const [left] = await transaction
      .select({ count: sql<number>`count(*)::int` })
      .from(tasks)
      .where(isUnfinished(runId));
    if (left?.count === 0) return;
    await transaction.update(runs).set({ status: "running", limit: null, finishedAt: null }).where(eq(runs.id, runId));
  });
}

async function resetErrors(transaction: Transaction, runId: number): Promise<void> {
  const hasError = and(eq(tasks.runId, runId), eq(tasks.verdict, "error"));
  const metrics = transaction.select({ id: tasks.taskMetricsId }).from(tasks).where(hasError);
  await transaction.delete(taskMetrics).where(inArray(taskMetrics.id, metrics));
  await transaction.update(tasks).set({ verdict: null, error: null, errors: 0, finishedAt: null }).where(hasError);
}

/** Starts no more trials, and ends the running ones. Throws `RooError` `unknown_run`. */
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

/** A limit of the whole run was reached: running trials are stopped and graded, the rest do not start. */
export async function limitRun({ orm }: Database, runId: number, limit: TrialLimit): Promise<void> {
  await orm
    .update(runs)
    .set({ limit, status: "finished", finishedAt: sql`now()` })
    .where(and(eq(runs.id, runId), eq(runs.status, "running")));
}

/** This controller stops working on the run; others keep sending heartbeats. */
export async function clearHeartbeat({ orm }: Database, runId: number): Promise<void> {
  await orm.update(runs).set({ beatAt: null }).where(eq(runs.id, runId));
}

function isUnfinished(runId: number) {
  return and(eq(tasks.runId, runId), isNull(tasks.finishedAt));
}

export interface RunProgress {
  readonly status: EvalRun["status"];
  /** The limit that ended the run. */
  readonly limit: TrialLimit | null;
  readonly workedMs: number;
  /** Summed over all attempts, including failed and running ones. */
  readonly tokens: number;
  readonly cost: number;
}

/**
 * Records that a controller is alive, and returns the run's progress. Time counts once, however many controllers there
 * are, and not while there is none: no gap counts for more than `gapMs`. undefined if the run was removed.
 */
export async function sendHeartbeat({ orm }: Database, runId: number, gapMs: number): Promise<RunProgress | undefined> {
  const sinceLast = sql`coalesce(extract(epoch from now() - ${runs.beatAt}) * 1000, 0)`;
  const [run] = await orm
    .update(runs)
    .set({
      beatAt: sql`now()`,
      workedMs: sql`${runs.workedMs} + greatest(0, least(${sinceLast}, ${gapMs}::float8))::bigint`,
      pid: process.pid,
    })
    .where(eq(runs.id, runId))
    .returning({ status: runs.status, limit: runs.limit, workedMs: runs.workedMs });
  const [spent] = await orm
    .select({
      tokens: sql<number>`coalesce(sum(${taskAttempts.tokensIn} + ${taskAttempts.tokensOut}), 0)::float8`,
      cost: sql<number>`coalesce(sum(${taskAttempts.cost}), 0)::float8`,
    })
    .from(taskAttempts)
    .where(eq(taskAttempts.runId, runId));
  return run && { ...run, tokens: spent?.tokens ?? 0, cost: spent?.cost ?? 0 };
}

/** Deletes a run with all its rows. Throws `RooError` `unknown_run`, and `run_busy` while its trials run. */
export async function removeRun(database: Database, runId: number): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const [run] = await transaction.select().from(runs).where(eq(runs.id, runId)).for("update");
    if (!run) throw unknownRun(runId);
    const busy = await transaction
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(eq(tasks.runId, runId), isRunning()))
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
    message: `Run ${runId} is still running.`,
    next: `Stop it first: roo evals cancel ${runId}`,
  });
}

export function unknownRun(runId: number): RooError {
  return new RooError({
    code: "unknown_run",
    message: `Run ${runId} not found.`,
    next: "List runs with: roo evals status",
  });
}

export function isRunning(): SQL {
  return sql`(${tasks.finishedAt} is null and ${tasks.leaseHolder} is not null and ${tasks.leaseUntil} > now())`;
}
