import { type Database, tables } from "@roo-code/store/database";
import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import type { Lease, LeaseTerms } from "./lease.ts";

const { runs, tasks, taskAttempts } = tables;

/** The next trial of a run that nobody holds; undefined where there is none now. Never the same one to two. */
export async function takeTrial(
  { orm }: Database,
  { runId, holder, leaseMs }: { runId: number; holder: string } & Pick<LeaseTerms, "leaseMs">,
): Promise<Lease | undefined> {
  const next = orm.$with("next").as(
    orm
      .select({ id: tasks.id })
      .from(tasks)
      .innerJoin(runs, eq(runs.id, tasks.runId))
      .where(and(eq(tasks.runId, runId), eq(runs.status, "running"), isFree()))
      .orderBy(asc(tasks.attempts), asc(tasks.id))
      .limit(1)
      .for("update", { of: tasks, skipLocked: true }),
  );
  return orm.transaction(async (transaction) => {
    const [taken] = await transaction
      .with(next)
      .update(tasks)
      .set({
        leaseHolder: holder,
        leaseNumber: sql`${tasks.leaseNumber} + 1`,
        leaseUntil: after(leaseMs),
        attempts: sql`${tasks.attempts} + 1`,
        startedAt: sql`coalesce(${tasks.startedAt}, now())`,
      })
      .from(next)
      .where(eq(tasks.id, next.id))
      .returning({
        runId: tasks.runId,
        trialId: tasks.id,
        language: tasks.language,
        exercise: tasks.exercise,
        iteration: tasks.iteration,
        number: tasks.leaseNumber,
      });
    if (!taken) return undefined;
    await transaction.insert(taskAttempts).values({ taskId: taken.trialId, number: taken.number, runId, holder });
    return taken;
  });
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
