import { type Database, inTransaction, type Transaction, tables } from "@roo-code/store/database";
import type { Failure, McpBenchmarkRow, McpRows, TrialMetrics } from "@roo-code/types";
import { isScored } from "@roo-code/types";
import { and, eq, sql } from "drizzle-orm";
import type { TrialOutcome } from "../trial.ts";
import type { Lease, LeaseTerms } from "./leases.ts";
import { timeFromNow } from "./leases.ts";
import { batches, storable } from "./storable.ts";

const { tasks, taskAttempts, taskMetrics, toolErrors } = tables;
const { mcpConnectionEvents, mcpResourceEvents, mcpRetrievalBenchmarks, mcpRetrievalCalls } = tables;

/** `again`: an error, but not the last attempt. `refused`: another controller has taken over the trial. */
export type FinishResult = "recorded" | "again" | "refused";

/** Records a trial's result exactly once: repeated reports have no effect. */
export function finishTrial(
  database: Database,
  lease: Lease,
  { report: original, terms }: { report: TrialReport; terms: Pick<LeaseTerms, "maxErrors" | "retryMs"> },
): Promise<FinishResult> {
  const report = storable(original);
  return inTransaction(database, async (transaction) => {
    const [trial] = await transaction.select().from(tasks).where(eq(tasks.id, lease.trialId)).for("update");
    if (!trial || trial.leaseNumber !== lease.number) return "refused";
    const isFinal = report.verdict !== "error" || trial.errors + 1 >= terms.maxErrors;
    const isNew = await endAttempt(transaction, lease, report);
    if (!isNew) return trial.finishedAt === null ? "again" : "recorded";
    await insertToolErrors(transaction, lease, report);
    if (!isFinal) {
      await scheduleRetry(transaction, lease, terms.retryMs * 2 ** trial.errors);
      return "again";
    }
    await record(transaction, lease, report);
    return "recorded";
  });
}

/** Frees a trial that was interrupted; not counted as an error. */
export async function releaseTrial(database: Database, lease: Lease, reason: Failure): Promise<void> {
  await inTransaction(database, async (transaction) => {
    const isNew = await endAttempt(transaction, lease, { error: reason });
    if (isNew) await transaction.update(tasks).set({ leaseHolder: null, leaseUntil: null }).where(hasLease(lease));
  });
}

/** False when it had already ended. */
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

async function scheduleRetry(transaction: Transaction, lease: Lease, waitMs: number): Promise<void> {
  await transaction
    .update(tasks)
    .set({ leaseHolder: null, leaseUntil: timeFromNow(waitMs), errors: sql`${tasks.errors} + 1` })
    .where(hasLease(lease));
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
      // Roo Code's column: null if the trial is not scored.
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
      errors: verdict === "error" ? sql`${tasks.errors} + 1` : undefined,
      leaseHolder: null,
      leaseUntil: null,
      finishedAt: sql`now()`,
    })
    .where(hasLease(lease));
  if (report.mcp) await insertMcpRows(transaction, { lease, rows: report.mcp, isSuccess: successOf(verdict) });
}

function successOf(verdict: TrialReport["verdict"]): boolean | null {
  return isScored({ status: "finished", verdict }) ? verdict === "passed" : null;
}

async function insertToolErrors(transaction: Transaction, lease: Lease, report: TrialReport): Promise<void> {
  const { runId, trialId } = lease;
  const rows = report.toolErrors.map(({ tool, error }) => ({ runId, taskId: trialId, toolName: tool, error }));
  for (const some of batches(rows)) await transaction.insert(toolErrors).values(some);
}

/** Records a trial's use of MCP servers with few statements, however many calls there were. */
async function insertMcpRows(
  transaction: Transaction,
  { lease, rows, isSuccess }: { lease: Lease; rows: McpRows; isSuccess: boolean | null },
): Promise<void> {
  const ids = { runId: lease.runId, taskId: lease.trialId };
  const stamped = <Row extends { readonly at: string }>({ at, ...row }: Row) => ({ ...ids, ...row, createdAt: at });
  for (const some of batches(rows.connections.map(stamped))) await transaction.insert(mcpConnectionEvents).values(some);
  for (const some of batches(rows.resources.map(stamped))) await transaction.insert(mcpResourceEvents).values(some);
  for (const benchmark of rows.benchmarks) {
    const { calls, ...row } = benchmark;
    const [kept] = await transaction
      .insert(mcpRetrievalBenchmarks)
      .values({ ...ids, ...row, codeExecutionSuccess: isSuccess })
      .returning({ id: mcpRetrievalBenchmarks.id });
    await insertCalls(transaction, kept?.id ?? 0, calls);
  }
}

async function insertCalls(
  transaction: Transaction,
  benchmarkId: number,
  calls: McpBenchmarkRow["calls"],
): Promise<void> {
  const rows = calls.map(({ at, ...call }) => ({ ...call, benchmarkId, createdAt: at }));
  for (const some of batches(rows)) await transaction.insert(mcpRetrievalCalls).values(some);
}

function hasLease({ trialId, number }: Lease) {
  return and(eq(tasks.id, trialId), eq(tasks.leaseNumber, number));
}

/** The result of a trial, as it is recorded. */
export interface TrialReport extends TrialOutcome {
  /** The agent's task, if the agent is ours. */
  readonly taskId?: string | undefined;
  /** The folder with its artifacts. */
  readonly artifacts?: string | undefined;
  /** Its use of MCP servers. */
  readonly mcp?: McpRows | undefined;
}
