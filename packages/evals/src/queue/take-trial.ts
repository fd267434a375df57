import { type Database, tables } from "@roo-code/store/database";
import { and, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Lease, LeaseTerms } from "./lease.ts";

const { runs, tasks, taskAttempts } = tables;

/** The next trial of a run that nobody holds; undefined where there is none now. Never the same one to two. */
export async function takeTrial(
  { orm }: Database,
  { runId, holder, leaseMs }: { runId: number; holder: string } & Pick<LeaseTerms, "leaseMs">,
): Promise<Lease | undefined> {
  // One statement: what is asked between two trials is what keeps the second one waiting.
  const { rows } = await orm.execute<Omit<Lease, "runId" | "trialId"> & { trialId: string }>(sql`
    with next as (
      select ${tasks.id} from ${tasks} join ${runs} on ${runs.id} = ${tasks.runId}
      where ${tasks.runId} = ${runId} and ${runs.status} = 'running' and ${isFree()}
      order by ${tasks.attempts}, ${tasks.id} limit 1 for update of ${tasks} skip locked
    ),
    taken as (
      update ${tasks} set lease_holder = ${holder}, lease_number = lease_number + 1, lease_until = ${after(leaseMs)},
        attempts = attempts + 1, started_at = coalesce(started_at, now())
      from next where ${tasks.id} = next.id
      returning ${tasks.id}, ${tasks.leaseNumber}, ${tasks.language}, ${tasks.exercise}, ${tasks.iteration}
    ),
    begun as (
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

/** Not finished, and held by nobody, or by somebody who was not heard of. */
export function isFree() {
  return and(isNull(tasks.finishedAt), or(isNull(tasks.leaseUntil), lte(tasks.leaseUntil, sql`now()`)));
}

/** By the database's clock, which all controllers share. */
export function after(milliseconds: number) {
  return sql`now() + ${milliseconds}::float8 * interval '1 millisecond'`;
}
