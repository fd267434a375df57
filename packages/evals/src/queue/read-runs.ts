import { type Database, tables } from "@roo-code/store/database";
import { type EvalRun, evalRunRequestSchema, scoredVerdicts, type Verdict } from "@roo-code/types";
import { desc, eq, getTableColumns, inArray, lt, type SQL, sql } from "drizzle-orm";
import { evalRate, passRate } from "../statistics/pass-rate.ts";
import { isRunning, unknownRun } from "./run-state.ts";

const { runs, tasks, taskAttempts } = tables;

/** Throws `RooError` `unknown_run`. */
export async function readRun(database: Database, runId: number): Promise<EvalRun> {
  const [run] = await select(database, eq(runs.id, runId), 1);
  if (!run) throw unknownRun(runId);
  return run;
}

/** Newest first; `before` is the last id of the previous page. */
export function listRuns(
  database: Database,
  { limit, before }: { readonly limit: number; readonly before?: number | undefined },
): Promise<EvalRun[]> {
  return select(database, before === undefined ? undefined : lt(runs.id, before), limit);
}

async function select({ orm }: Database, condition: SQL | undefined, limit: number): Promise<EvalRun[]> {
  const found = await orm
    .select({ ...getTableColumns(runs), hasController: hasController() })
    .from(runs)
    .where(condition)
    .orderBy(desc(runs.id))
    .limit(limit);
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const counts = await orm
    .select({
      runId: tasks.runId,
      total: sql<number>`count(*)::int`,
      running: countWhere(isRunning()),
      waiting: countWhere(sql`${tasks.finishedAt} is null and not coalesce(${isRunning()}, false)`),
      ...verdictCounts(),
    })
    .from(tasks)
    .where(inArray(tasks.runId, ids))
    .groupBy(tasks.runId);
  const exercises = await orm
    .select({
      runId: tasks.runId,
      scored: countWhere(inArray(tasks.verdict, [...scoredVerdicts])),
      passed: countWhere(eq(tasks.verdict, "passed")),
    })
    .from(tasks)
    .where(inArray(tasks.runId, ids))
    .groupBy(tasks.runId, tasks.language, tasks.exercise);
  const spent = await orm
    .select({
      runId: taskAttempts.runId,
      tokensIn: sql<number>`sum(${taskAttempts.tokensIn})::float8`,
      tokensOut: sql<number>`sum(${taskAttempts.tokensOut})::float8`,
      cost: sql<number | null>`sum(${taskAttempts.cost})::float8`,
    })
    .from(taskAttempts)
    .where(inArray(taskAttempts.runId, ids))
    .groupBy(taskAttempts.runId);
  return found.map((row) => {
    const { runId: _, ...own } = counts.find(({ runId }) => runId === row.id) ?? { runId: row.id, ...noCounts };
    const used = spent.find(({ runId }) => runId === row.id);
    return toRun(row, {
      counts: own,
      passRate: evalRate(passRate(exercises.filter(({ runId }) => runId === row.id))),
      tokensIn: used?.tokensIn ?? 0,
      tokensOut: used?.tokensOut ?? 0,
      cost: used?.cost ?? null,
    });
  });
}

const noVerdicts = { passed: 0, failed: 0, limit: 0, voided: 0, excluded: 0, error: 0 };
const noCounts: EvalRun["counts"] = { total: 0, waiting: 0, running: 0, ...noVerdicts };

function toRun(
  row: typeof runs.$inferSelect & { readonly hasController: boolean },
  figures: Pick<EvalRun, "counts" | "passRate" | "tokensIn" | "tokensOut" | "cost">,
): EvalRun {
  const { id, name, description, model, status, limit, workedMs } = row;
  return {
    id,
    name,
    description,
    model,
    // A row of an older version may lack fields that have a default now.
    request: evalRunRequestSchema.parse(row.request),
    status: status === "running" && !row.hasController ? "waiting" : status,
    limit,
    workedMs,
    ...figures,
    createdAt: isoTime(row.createdAt),
    finishedAt: row.finishedAt === null ? null : isoTime(row.finishedAt),
  };
}

/** Whether a controller sent a heartbeat lately. */
function hasController() {
  return sql<boolean>`coalesce(${runs.beatAt} > now() - interval '30 seconds', false)`;
}

function verdictCounts() {
  const count = (verdict: Verdict) => countWhere(eq(tasks.verdict, verdict));
  return {
    passed: count("passed"),
    failed: count("failed"),
    limit: count("limit"),
    voided: count("voided"),
    excluded: count("excluded"),
    error: count("error"),
  };
}

function countWhere(condition: SQL) {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}

export function isoTime(time: string): string {
  return new Date(time).toISOString();
}
