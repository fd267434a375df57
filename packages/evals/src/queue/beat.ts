import { type Database, tables } from "@roo-code/store/database";
import type { EvalRun, TrialLimit } from "@roo-code/types";
import { eq, sql } from "drizzle-orm";

const { runs, taskAttempts } = tables;

export interface RunPulse {
  readonly status: EvalRun["status"];
  /** The cap of the run that ended it. */
  readonly limit: TrialLimit | null;
  readonly workedMs: number;
  /** Of all attempts, those that came to nothing and those that go on included. */
  readonly tokens: number;
  readonly cost: number;
}

/**
 * A controller's sign of life, and how the run stands. Time counts once, however many controllers there are, and not
 * while there is none: no gap counts for more than `gapMs`. undefined when the run is gone.
 */
export async function beat({ orm }: Database, runId: number, gapMs: number): Promise<RunPulse | undefined> {
  const sinceLast = sql`coalesce(extract(epoch from now() - ${runs.beatAt}) * 1000, 0)`;
  const [run] = await orm
    .update(runs)
    .set({
      beatAt: sql`now()`,
      workedMs: sql`${runs.workedMs} + greatest(0, least(${sinceLast}, ${gapMs}::float8))::bigint`,
      pid: process.pid,
    })
    .where(eq(runs.id, runId))
    .returning({ status: runs.status, limit: runs.limit, workedMs: runs.workedMs });
  const [spent] = await orm
    .select({
      tokens: sql<number>`coalesce(sum(${taskAttempts.tokensIn} + ${taskAttempts.tokensOut}), 0)::float8`,
      cost: sql<number>`coalesce(sum(${taskAttempts.cost}), 0)::float8`,
    })
    .from(taskAttempts)
    .where(eq(taskAttempts.runId, runId));
  return run && { ...run, tokens: spent?.tokens ?? 0, cost: spent?.cost ?? 0 };
}
