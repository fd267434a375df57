import { type Database, tables } from "@roo-code/store/database";
import type { TrialMetrics } from "@roo-code/types";
import { type SQL, sql } from "drizzle-orm";
import type { Lease, LeaseTerms } from "./lease.ts";
import { after } from "./take-trial.ts";

const { tasks, taskAttempts } = tables;

export interface HeldTrial {
  readonly lease: Lease;
  /** What it has used so far. */
  readonly metrics: Pick<TrialMetrics, "tokensIn" | "tokensOut" | "cost">;
}

/** Keeps what is held, and says which of it is not ours any more: taken by others, ended, or given back. One statement for all of them. */
export async function renewLeases(
  { orm }: Database,
  held: readonly HeldTrial[],
  { leaseMs }: Pick<LeaseTerms, "leaseMs">,
): Promise<readonly Lease[]> {
  if (held.length === 0) return [];
  const given = sql.join(held.map(valuesOf), sql`, `);
  const { rows } = await orm.execute<{ id: string }>(sql`
    with given (task_id, number, tokens_in, tokens_out, cost) as (values ${given}),
    kept as (
      update ${tasks} set lease_until = ${after(leaseMs)} from given
      where ${tasks.id} = given.task_id and ${tasks.leaseNumber} = given.number and ${tasks.leaseHolder} is not null
      returning ${tasks.id}
    ),
    told as (
      update ${taskAttempts} set tokens_in = given.tokens_in, tokens_out = given.tokens_out, cost = given.cost
      from given where ${taskAttempts.taskId} = given.task_id and ${taskAttempts.number} = given.number
        and ${taskAttempts.finishedAt} is null
    )
    select id from kept`);
  const kept = new Set(rows.map(({ id }) => Number(id)));
  return held.map(({ lease }) => lease).filter(({ trialId }) => !kept.has(trialId));
}

function valuesOf({ lease, metrics }: HeldTrial): SQL {
  const { tokensIn, tokensOut, cost } = metrics;
  return sql`(${lease.trialId}::bigint, ${lease.number}::int, ${tokensIn}::int, ${tokensOut}::int, ${cost}::float8)`;
}
