import { type Database, inTransaction, type Transaction, tables } from "@roo-code/store/database";
import { type Failure, isScored, type TrialMetrics } from "@roo-code/types";
import { and, eq, sql } from "drizzle-orm";
import type { Lease, LeaseTerms } from "./lease.ts";
import { insertMcpRows } from "./mcp-rows.ts";
import { portions, storable } from "./storable.ts";
import { after } from "./take-trial.ts";
import type { TrialReport } from "./trial-report.ts";

const { tasks, taskAttempts, taskMetrics, toolErrors } = tables;

/** `again`: an error, but not the last attempt. `refused`: somebody else has taken the trial since. */
export type Finish = "recorded" | "again" | "refused";

/** What came of a trial, exactly once, however often it is told: the second time changes nothing. */
export function finishTrial(
  database: Database,
  lease: Lease,
  { report: told, terms }: { report: TrialReport; terms: Pick<LeaseTerms, "mostErrors" | "retryMs"> },
): Promise<Finish> {
  const report = storable(told);
  return inTransaction(database, async (transaction) => {
    const [trial] = await transaction.select().from(tasks).where(eq(tasks.id, lease.trialId)).for("update");
    if (!trial || trial.leaseNumber !== lease.number) return "refused";
    const isFinal = report.verdict !== "error" || trial.errors + 1 >= terms.mostErrors;
    const isNew = await endAttempt(transaction, lease, report);
    if (!isNew) return trial.finishedAt === null ? "again" : "recorded";
    await insertToolErrors(transaction, lease, report);
    if (!isFinal) {
      await giveBack(transaction, lease, terms.retryMs * 2 ** trial.errors);
      return "again";
    }
    await record(transaction, lease, report);
    return "recorded";
  });
}

/** Nothing came of it, and nobody is to blame: it is free again. */
export async function releaseTrial(database: Database, lease: Lease, why: Failure): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const isNew = await endAttempt(transaction, lease, { error: why });
    if (isNew) await transaction.update(tasks).set({ leaseHolder: null, leaseUntil: null }).where(isOf(lease));
  });
}

/** False when it had ended before. */
async function endAttempt(
  transaction: Transaction,
  { trialId, number }: Lease,
  { metrics, error }: { metrics?: TrialMetrics; error: Failure | null },
): Promise<boolean> {
  const ended = await transaction
    .update(taskAttempts)
    .set({ ...(metrics && spendingOf(metrics)), error, finishedAt: sql`now()` })
    .where(
      and(eq(taskAttempts.taskId, trialId), eq(taskAttempts.number, number), sql`${taskAttempts.finishedAt} is null`),
    )
    .returning({ number: taskAttempts.number });
  return ended.length === 1;
}

function spendingOf({ tokensIn, tokensOut, cost }: TrialMetrics) {
  return { tokensIn, tokensOut, cost };
}

async function giveBack(transaction: Transaction, lease: Lease, waitMs: number): Promise<void> {
  await transaction
    .update(tasks)
    .set({ leaseHolder: null, leaseUntil: after(waitMs), errors: sql`${tasks.errors} + 1` })
    .where(isOf(lease));
}

async function record(transaction: Transaction, lease: Lease, report: TrialReport): Promise<void> {
  const { verdict, limit, error, tests, flags, diff, gradingMs, taskId, artifacts, metrics } = report;
  const [kept] = await transaction
    .insert(taskMetrics)
    .values({ ...metrics, duration: Math.round(metrics.duration) })
    .returning({ id: taskMetrics.id });
  await transaction
    .update(tasks)
    .set({
      taskMetricsId: kept?.id ?? null,
      // Roo Code's column: not known where the trial says nothing about the agent.
      passed: successOf(verdict),
      verdict,
      limit,
      error,
      tests,
      flags,
      diff,
      gradingMs: Math.round(gradingMs),
      rooTaskId: taskId ?? null,
      artifacts: artifacts ?? null,
      ...(verdict === "error" && { errors: sql`${tasks.errors} + 1` }),
      leaseHolder: null,
      leaseUntil: null,
      finishedAt: sql`now()`,
    })
    .where(isOf(lease));
  if (report.mcp) await insertMcpRows(transaction, { lease, rows: report.mcp, isSuccess: successOf(verdict) });
}

function successOf(verdict: TrialReport["verdict"]): boolean | null {
  return isScored({ status: "finished", verdict }) ? verdict === "passed" : null;
}

async function insertToolErrors(transaction: Transaction, lease: Lease, report: TrialReport): Promise<void> {
  const { runId, trialId } = lease;
  const rows = report.toolErrors.map(({ tool, error }) => ({ runId, taskId: trialId, toolName: tool, error }));
  for (const some of portions(rows)) await transaction.insert(toolErrors).values(some);
}

function isOf({ trialId, number }: Lease) {
  return and(eq(tasks.id, trialId), eq(tasks.leaseNumber, number));
}
