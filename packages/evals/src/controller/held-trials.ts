import type { TrialLimit, TrialMetrics } from "@roo-code/types";
import type { RunningTrial } from "../executors/executor.ts";

import type { HeldTrial, Lease } from "../queue/index.ts";
import { noMetrics } from "../trial/metrics.ts";

export class Held implements HeldTrial {
  readonly lease: Lease;
  metrics: TrialMetrics = noMetrics;
  /** What the database knows of it. */
  told: TrialMetrics = noMetrics;
  running: RunningTrial | undefined;
  /** Somebody else has it now: nothing more is told of it. */
  isLost = false;

  constructor(lease: Lease) {
    this.lease = lease;
  }
}

/** What a controller is trying at the moment. */
export class HeldTrials {
  readonly #held = new Map<number, Held>();

  get all(): readonly Held[] {
    return [...this.#held.values()];
  }

  add(held: Held): void {
    this.#held.set(held.lease.trialId, held);
  }

  remove(held: Held): void {
    if (this.#held.get(held.lease.trialId) === held) this.#held.delete(held.lease.trialId);
  }

  lose(leases: readonly Lease[]): void {
    for (const { trialId } of leases) {
      const held = this.#held.get(trialId);
      if (!held) continue;
      held.isLost = true;
      held.running?.kill();
    }
  }

  stopAll(limit: TrialLimit): void {
    for (const { running } of this.all) running?.stop(limit);
  }

  killAll(): void {
    for (const { running } of this.all) running?.kill();
  }

  /** What was used since the database was told. */
  untold(): { readonly tokens: number; readonly cost: number } {
    return this.all.reduce(
      ({ tokens, cost }, { metrics, told }) => ({
        tokens: tokens + metrics.tokensIn + metrics.tokensOut - told.tokensIn - told.tokensOut,
        cost: cost + (metrics.cost ?? 0) - (told.cost ?? 0),
      }),
      { tokens: 0, cost: 0 },
    );
  }
}
