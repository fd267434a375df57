import { hostname } from "node:os";
import { isProcessAlive, parseHolder, thisMachine, thisProcess } from "@roo-code/store";
import { type Database, tables } from "@roo-code/store/database";
import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Lease, LeaseTerms } from "./leases.ts";
import { isFree } from "./leases.ts";

const { tasks, taskAttempts } = tables;

/** This process, as recorded in leases. */
export function thisHolder(): string {
  return JSON.stringify(thisProcess());
}

/** A holder for display. */
export function holderName(holder: string): string {
  const found = parseHolder(holder);
  return found ? `${found.hostname}:${found.pid}` : hostname();
}

/** Frees the trials of dead processes on this machine at once, before their leases expire. */
export async function releaseOrphans({ orm }: Database, runId: number): Promise<readonly Orphan[]> {
  const leased = await orm
    .selectDistinct({ holder: tasks.leaseHolder })
    .from(tasks)
    .where(and(eq(tasks.runId, runId), isNull(tasks.finishedAt), isNotNull(tasks.leaseHolder)));
  const dead = leased.flatMap(({ holder }) => (holder !== null && isDead(holder) ? [holder] : []));
  if (dead.length === 0) return [];
  return orm
    .update(tasks)
    .set({ leaseUntil: sql`now()`, leaseHolder: null })
    .where(and(eq(tasks.runId, runId), inArray(tasks.leaseHolder, dead), isNull(tasks.finishedAt)))
    .returning({ runId: tasks.runId, trialId: tasks.id, number: tasks.leaseNumber });
}

type Orphan = Pick<Lease, "runId" | "trialId" | "number">;

function isDead(text: string): boolean {
  const holder = parseHolder(text);
  return holder !== undefined && holder.machine === thisMachine() && !isProcessAlive(holder);
}

/** Records an error for trials that were lost with their controllers too often. */
export async function failLostTrials(
  { orm }: Database,
  runId: number,
  { maxLost }: Pick<LeaseTerms, "maxLost">,
): Promise<void> {
  const lost = sql`(select count(*) from ${taskAttempts}
    where ${taskAttempts.taskId} = ${tasks.id} and ${taskAttempts.finishedAt} is null)`;
  const error = { code: "runner_lost", message: `The controller of this trial died ${maxLost} times.` };
  await orm
    .update(tasks)
    .set({ verdict: "error", error, leaseHolder: null, leaseUntil: null, finishedAt: sql`now()` })
    .where(and(eq(tasks.runId, runId), isFree(), sql`${lost} >= ${maxLost}`));
}
