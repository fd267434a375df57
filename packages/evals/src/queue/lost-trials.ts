import { hostname } from "node:os";
import { isProcessAlive, parseHolder, thisMachine, thisProcess } from "@roo-code/store";
import { type Database, tables } from "@roo-code/store/database";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Lease, LeaseTerms } from "./lease.ts";
import { isFree } from "./take-trial.ts";

const { tasks, taskAttempts } = tables;

/** This process, as it signs leases. */
export function ownHolder(): string {
  return JSON.stringify(thisProcess());
}

/** What people are told of a holder. */
export function holderName(holder: string): string {
  const found = parseHolder(holder);
  return found ? `${found.hostname}:${found.pid}` : hostname();
}

/** Trials that processes of this machine held when they died are free at once, not only when their time is up. */
export async function freeOrphans({ orm }: Database, runId: number): Promise<readonly Orphan[]> {
  const held = await orm
    .selectDistinct({ holder: tasks.leaseHolder })
    .from(tasks)
    .where(and(eq(tasks.runId, runId), isNull(tasks.finishedAt), isNotNull(tasks.leaseHolder)));
  const gone = held.flatMap(({ holder }) => (holder !== null && isGone(holder) ? [holder] : []));
  if (gone.length === 0) return [];
  return orm
    .update(tasks)
    .set({ leaseUntil: sql`now()`, leaseHolder: null })
    .where(and(eq(tasks.runId, runId), inArray(tasks.leaseHolder, gone), isNull(tasks.finishedAt)))
    .returning({ runId: tasks.runId, trialId: tasks.id, number: tasks.leaseNumber });
}

export type Orphan = Pick<Lease, "runId" | "trialId" | "number">;

function isGone(text: string): boolean {
  const holder = parseHolder(text);
  return holder !== undefined && holder.machine === thisMachine() && !isProcessAlive(holder);
}

/** Trials that vanished with their controllers too often are not given out again. */
export async function abandonLost(
  { orm }: Database,
  runId: number,
  { mostVanished }: Pick<LeaseTerms, "mostVanished">,
): Promise<void> {
  const vanished = sql`(select count(*) from ${taskAttempts}
    where ${taskAttempts.taskId} = ${tasks.id} and ${taskAttempts.finishedAt} is null)`;
  const error = { code: "runner_lost", message: `What tried it vanished ${mostVanished} times.` };
  await orm
    .update(tasks)
    .set({ verdict: "error", error, leaseHolder: null, leaseUntil: null, finishedAt: sql`now()` })
    .where(and(eq(tasks.runId, runId), isFree(), sql`${vanished} >= ${mostVanished}`));
}
