import { readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Database } from "@roo-code/store/database";
import type { EvalRun, EvalRunRequest, TrialLimit, TrialMetrics } from "@roo-code/types";
import { endProcessTree } from "@roo-code/workspace";
import type { RunningTrial } from "../executors/executor.ts";
import type { Lease, LeasedTrial, RunProgress } from "../queue/index.ts";
import { releaseOrphans } from "../queue/index.ts";
import { noMetrics } from "../trial/metrics.ts";
import { environmentMark, scratchPrefix, trialMark } from "../trial-mark.ts";

export class ActiveTrial implements LeasedTrial {
  readonly lease: Lease;
  metrics: TrialMetrics = noMetrics;
  /** The metrics last written to the database. */
  reported: TrialMetrics = noMetrics;
  running: RunningTrial | undefined;
  /** Another controller has it now: nothing more is reported. */
  isLost = false;

  constructor(lease: Lease) {
    this.lease = lease;
  }
}

/** The trials that a controller is running. */
export class ActiveTrials {
  readonly #active = new Map<number, ActiveTrial>();

  get all(): readonly ActiveTrial[] {
    return [...this.#active.values()];
  }

  add(active: ActiveTrial): void {
    this.#active.set(active.lease.trialId, active);
  }

  remove(active: ActiveTrial): void {
    if (this.#active.get(active.lease.trialId) === active) this.#active.delete(active.lease.trialId);
  }

  killLost(leases: readonly Lease[]): void {
    for (const { trialId } of leases) {
      const active = this.#active.get(trialId);
      if (!active) continue;
      active.isLost = true;
      active.running?.kill();
    }
  }

  stopAll(limit: TrialLimit): void {
    for (const { running } of this.all) running?.stop(limit);
  }

  killAll(): void {
    for (const { running } of this.all) running?.kill();
  }

  /** The usage since the last report to the database. */
  unreported(): { readonly tokens: number; readonly cost: number } {
    return this.all.reduce(
      ({ tokens, cost }, { metrics, reported }) => ({
        tokens: tokens + metrics.tokensIn + metrics.tokensOut - reported.tokensIn - reported.tokensOut,
        cost: cost + (metrics.cost ?? 0) - (reported.cost ?? 0),
      }),
      { tokens: 0, cost: 0 },
    );
  }
}

/** The run limit that has been reached; null if none. */
export function reachedLimit(
  limits: EvalRunRequest["runLimits"],
  { workedMs, tokens, cost }: Pick<RunProgress, "workedMs" | "tokens" | "cost">,
): TrialLimit | null {
  if (limits.cost !== undefined && cost >= limits.cost) return "cost";
  if (limits.tokens !== undefined && tokens >= limits.tokens) return "tokens";
  if (limits.minutes !== undefined && workedMs >= limits.minutes * 60_000) return "time";
  return null;
}

/** After a controller of this machine was killed: releases its trials, and removes their processes and temporary folders. */
export async function clearOrphans(database: Database, run: EvalRun): Promise<void> {
  for (const orphan of await releaseOrphans(database, run.id)) {
    const mark = trialMark(run, orphan);
    await endProcessTree({ leaders: new Set(), environmentMark: environmentMark(mark) });
    const prefix = scratchPrefix(mark);
    for (const name of readdirSync(tmpdir()))
      if (name.startsWith(prefix)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}
