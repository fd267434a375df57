import { type Database, tables } from "@roo-code/store/database";
import type { TrialMetrics } from "@roo-code/types";
import type { SQL } from "drizzle-orm";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";

const { runs, tasks, taskAttempts } = tables;

/** A trial that one controller may run now. Its reports count only while its number is the newest. */
export interface Lease {
  readonly runId: number;
  readonly trialId: number;
  readonly language: string;
  readonly exercise: string;
  readonly iteration: number;
  /** Incremented each time the trial is leased. */
  readonly number: number;
}

/** Timeouts and retries of the queue. */
export interface LeaseTerms {
  /** How long a controller keeps a trial without renewing its lease. */
  readonly leaseMs: number;
  /** Attempts that end in an error before the trial is an error. */
  readonly maxErrors: number;
  /** Attempts that are lost with their controller before the trial is an error: the trial itself may crash them. */
  readonly maxLost: number;
  /** Delay before the first retry; it doubles for each further one. */
  readonly retryMs: number;
}

export const defaultTerms: LeaseTerms = { leaseMs: 30_000, maxErrors: 3, maxLost: 5, retryMs: 1_000 };

/** Leases the next free trial of a run; undefined if there is none. Never leases a trial to two controllers at once. */
export async function takeTrial(
  { orm }: Database,
  { runId, holder, leaseMs }: { runId: number; holder: string } & Pick<LeaseTerms, "leaseMs">,
): Promise<Lease | undefined> {
  // In one statement, because round trips would delay the trial.
  const { rows } = await orm.execute<Omit<Lease, "runId" | "trialId"> & { trialId: string }>(sql`
    with next as (
      select ${tasks.id} from ${tasks} join ${runs} on ${runs.id} = ${tasks.runId}
      where ${tasks.runId} = ${runId} and ${runs.status} = 'running' and ${isFree()}
      order by ${tasks.attempts}, ${tasks.id} limit 1 for update of ${tasks} skip locked
    ),
    taken as (
      update ${tasks} set lease_holder = ${holder}, lease_number = lease_number + 1, lease_until = ${timeFromNow(leaseMs)},
        attempts = attempts + 1, started_at = coalesce(started_at, now())
      from next where ${tasks.id} = next.id
      returning ${tasks.id}, ${tasks.leaseNumber}, ${tasks.language}, ${tasks.exercise}, ${tasks.iteration}
    ),
    started as (
      insert into ${taskAttempts} (task_id, number, run_id, holder)
      select id, lease_number, ${runId}::bigint, ${holder} from taken
    )
    select id as "trialId", lease_number as number, language, exercise, iteration from taken`);
  const [taken] = rows;
  return taken && { ...taken, runId, trialId: Number(taken.trialId) };
}

export async function countFree({ orm }: Database, runId: number): Promise<number> {
  const [row] = await orm
    .select({ count: sql<number>`count(*)::int` })
    .from(tasks)
    .where(and(eq(tasks.runId, runId), isFree()));
  return row?.count ?? 0;
}

/** Not finished, and not leased, or the lease has expired. */
export function isFree() {
  return and(isNull(tasks.finishedAt), or(isNull(tasks.leaseUntil), lte(tasks.leaseUntil, sql`now()`)));
}

/** By the clock of the database, which all controllers share. */
export function timeFromNow(milliseconds: number) {
  return sql`now() + ${milliseconds}::float8 * interval '1 millisecond'`;
}

export interface LeasedTrial {
  readonly lease: Lease;
  /** Its usage so far. */
  readonly metrics: Pick<TrialMetrics, "tokensIn" | "tokensOut" | "cost">;
}

/** Renews leases in one statement; returns those we have lost: taken by others, ended, or released. */
export async function renewLeases(
  { orm }: Database,
  leased: readonly LeasedTrial[],
  { leaseMs }: Pick<LeaseTerms, "leaseMs">,
): Promise<readonly Lease[]> {
  if (leased.length === 0) return [];
  const renewed = sql.join(leased.map(valuesOf), sql`, `);
  const { rows } = await orm.execute<{ id: string }>(sql`
    with renewed (task_id, number, tokens_in, tokens_out, cost) as (values ${renewed}),
    kept as (
      update ${tasks} set lease_until = ${timeFromNow(leaseMs)} from renewed
      where ${tasks.id} = renewed.task_id and ${tasks.leaseNumber} = renewed.number and ${tasks.leaseHolder} is not null
      returning ${tasks.id}
    ),
    reported as (
      update ${taskAttempts} set tokens_in = renewed.tokens_in, tokens_out = renewed.tokens_out, cost = renewed.cost
      from renewed where ${taskAttempts.taskId} = renewed.task_id and ${taskAttempts.number} = renewed.number
        and ${taskAttempts.finishedAt} is null
    )
    select id from kept`);
  const kept = new Set(rows.map(({ id }) => Number(id)));
  return leased.map(({ lease }) => lease).filter(({ trialId }) => !kept.has(trialId));
}

function valuesOf({ lease, metrics }: LeasedTrial): SQL {
  const { tokensIn, tokensOut, cost } = metrics;
  return sql`(${lease.trialId}::bigint, ${lease.number}::int, ${tokensIn}::int, ${tokensOut}::int, ${cost}::float8)`;
}
