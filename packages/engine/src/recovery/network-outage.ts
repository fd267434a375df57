import type { Clock, ProviderError } from "@roo-code/types";
import { backoff, type RetryPolicy } from "./backoff.ts";

/**
 * A connection that worked and is gone, as an open laptop or a restarted router has it. It says nothing against the request, so it
 * uses up none of its attempts: it is waited for as long as the policy says, or until a limit or a person ends the run.
 */
export class NetworkOutage {
  readonly #clock: Pick<Clock, "monotonic">;
  #since: number | undefined;
  #inARow = 0;
  #failures = 0;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Attempts that failed for no reason of their own. */
  get failures(): number {
    return this.#failures;
  }

  /** How long to wait before the next attempt; null: it has lasted too long. Undefined for any other failure. */
  delay(
    error: ProviderError,
    { hasWorked, policy, random }: { hasWorked: boolean; policy: RetryPolicy; random: () => number },
  ): number | null | undefined {
    // Never reached at all, the address is more likely to be wrong.
    if (error.code !== "network" || !hasWorked || policy.networkForMs <= 0) {
      this.#since = undefined;
      this.#inARow = 0;
      return undefined;
    }
    const now = this.#clock.monotonic();
    this.#since ??= now;
    this.#inARow += 1;
    this.#failures += 1;
    const leftMs = policy.networkForMs - (now - this.#since);
    return leftMs <= 0 ? null : Math.min(backoff(this.#inARow, { policy, random }), Math.ceil(leftMs));
  }
}
