import { type Database, tables } from "@roo-code/store/database";
import { type EvalTrial, RooError } from "@roo-code/types";
import { asc, eq, type SQL, sql } from "drizzle-orm";
import { isoTime } from "./read-runs.ts";
import { isRunning } from "./run-state.ts";

const { tasks, taskAttempts, taskMetrics, toolErrors } = tables;

export function readTrials(database: Database, runId: number): Promise<EvalTrial[]> {
  return select(database, eq(tasks.runId, runId));
}

export interface TrialAttempt {
  readonly number: number;
  readonly holder: string;
  readonly startedAt: string;
  /** Null while it is running, or if its runner was lost. */
  readonly finishedAt: string | null;
  readonly error: EvalTrial["error"];
}

export interface TrialDetails {
  readonly trial: EvalTrial;
  readonly diff: string;
  readonly artifacts: string | null;
  readonly attempts: readonly TrialAttempt[];
  readonly toolErrors: readonly { readonly tool: string; readonly error: string }[];
}

/** Throws `RooError` `unknown_trial`. */
export async function readTrial(database: Database, trialId: number): Promise<TrialDetails> {
  const { orm } = database;
  const [trial] = await select(database, eq(tasks.id, trialId));
  const [row] = await orm
    .select({ diff: tasks.diff, artifacts: tasks.artifacts })
    .from(tasks)
    .where(eq(tasks.id, trialId));
  if (!trial || !row) throw unknownTrial(trialId);
  const attempts = await orm
    .select()
    .from(taskAttempts)
    .where(eq(taskAttempts.taskId, trialId))
    .orderBy(asc(taskAttempts.number));
  const failed = await orm
    .select({ tool: toolErrors.toolName, error: toolErrors.error })
    .from(toolErrors)
    .where(eq(toolErrors.taskId, trialId))
    .orderBy(asc(toolErrors.id));
  return {
    trial,
    diff: row.diff ?? "",
    artifacts: row.artifacts,
    attempts: attempts.map(({ number, holder, startedAt, finishedAt, error }) => ({
      number,
      holder,
      error,
      startedAt: isoTime(startedAt),
      finishedAt: finishedAt === null ? null : isoTime(finishedAt),
    })),
    toolErrors: failed,
  };
}

async function select({ orm }: Database, condition: SQL): Promise<EvalTrial[]> {
  const rows = await orm
    .select({ trial: tasks, metrics: taskMetrics, isLeased: sql<boolean>`coalesce(${isRunning()}, false)` })
    .from(tasks)
    .leftJoin(taskMetrics, eq(tasks.taskMetricsId, taskMetrics.id))
    .where(condition)
    .orderBy(asc(tasks.language), asc(tasks.exercise), asc(tasks.iteration));
  return rows.map(toTrial);
}

function toTrial(row: {
  trial: typeof tasks.$inferSelect;
  metrics: typeof taskMetrics.$inferSelect | null;
  isLeased: boolean;
}): EvalTrial {
  const { id, runId, language, exercise, iteration, attempts, verdict, limit, error, tests, flags } = row.trial;
  const { startedAt, finishedAt } = row.trial;
  return {
    id,
    runId,
    language,
    exercise,
    iteration,
    attempts,
    status: finishedAt !== null ? "finished" : row.isLeased ? "running" : "waiting",
    verdict,
    limit,
    error,
    tests,
    metrics: row.metrics && metricsOf(row.metrics),
    flags: [...flags],
    startedAt: startedAt === null ? null : isoTime(startedAt),
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
  };
}

function metricsOf(row: typeof taskMetrics.$inferSelect): EvalTrial["metrics"] {
  const { tokensIn, tokensOut, tokensContext, cacheWrites, cacheReads, cost, turns, duration, toolUsage } = row;
  return { tokensIn, tokensOut, tokensContext, cacheWrites, cacheReads, cost, turns, duration, toolUsage };
}

function unknownTrial(trialId: number): RooError {
  return new RooError({
    code: "unknown_trial",
    message: `Trial ${trialId} not found.`,
    next: "List the trials of a run with: roo evals show RUN",
  });
}
