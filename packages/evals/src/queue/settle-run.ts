import { type Database, inTransaction, type Transaction, tables } from "@roo-code/store/database";
import { scoredVerdicts } from "@roo-code/types";
import { eq, inArray, type SQL, sql } from "drizzle-orm";

const { runs, tasks, taskMetrics } = tables;

/** Updates a run's totals and ends it when nothing is left. May be called any number of times, by any process. */
export async function settleRun(database: Database, runId: number): Promise<{ readonly left: number }> {
  return inTransaction(database, async (transaction) => {
    const [run] = await transaction.select().from(runs).where(eq(runs.id, runId)).for("update");
    if (!run) return { left: 0 };
    const [counts] = await transaction
      .select({
        left: countWhere(sql`${tasks.finishedAt} is null`),
        passed: countWhere(eq(tasks.verdict, "passed")),
        failed: countWhere(sql`${inArray(tasks.verdict, [...scoredVerdicts])} and ${tasks.verdict} <> 'passed'`),
      })
      .from(tasks)
      .where(eq(tasks.runId, runId));
    const { left = 0, passed = 0, failed = 0 } = counts ?? {};
    const isOver = left === 0 && run.status === "running";
    const totals = await insertTotals(transaction, runId);
    await transaction
      .update(runs)
      .set({
        passed,
        failed,
        taskMetricsId: totals,
        ...(isOver && { status: "finished" as const, finishedAt: sql`now()` }),
      })
      .where(eq(runs.id, runId));
    if (run.taskMetricsId !== null) await transaction.delete(taskMetrics).where(eq(taskMetrics.id, run.taskMetricsId));
    return { left };
  });
}

/** The sums over a run's trials, as a row like theirs. */
async function insertTotals(transaction: Transaction, runId: number): Promise<number> {
  const { rows } = await transaction.execute<{ id: string }>(sql`
    with own as (
      select ${taskMetrics}.* from ${taskMetrics} join ${tasks} on ${tasks.taskMetricsId} = ${taskMetrics.id}
      where ${tasks.runId} = ${runId}
    ),
    tools as (
      select tool, sum((used->>'attempts')::int) as attempts, sum((used->>'failures')::int) as failures
      from own, jsonb_each(own.tool_usage) as each (tool, used) group by tool
    )
    insert into ${taskMetrics}
      (tokens_in, tokens_out, tokens_context, cache_writes, cache_reads, cost, turns, duration, tool_usage)
    select coalesce(sum(tokens_in), 0), coalesce(sum(tokens_out), 0), coalesce(max(tokens_context), 0),
      coalesce(sum(cache_writes), 0), coalesce(sum(cache_reads), 0), sum(cost), coalesce(sum(turns), 0),
      coalesce(sum(duration), 0),
      coalesce((select jsonb_object_agg(tool, jsonb_build_object('attempts', attempts, 'failures', failures)) from tools), '{}')
    from own returning id`);
  return Number(rows[0]?.id);
}

function countWhere(condition: SQL) {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}
