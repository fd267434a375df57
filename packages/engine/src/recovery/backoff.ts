import type { Clock, ProviderError } from "@roo-code/types";

export interface RetryPolicy {
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** Maximum delay a provider may request. */
  readonly maxRequestedDelayMs: number;
  /** How long a provider that has answered before may be unreachable. */
  readonly networkForMs: number;
}

const defaultRetryPolicy: RetryPolicy = {
  attempts: 5,
  firstDelayMs: 500,
  maxDelayMs: 60_000,
  maxRequestedDelayMs: 600_000,
  networkForMs: 3_600_000,
};

/** A run with a time limit waits for the network until that limit. */
export function retryPolicyFor(options: { retryNetworkFor?: number; runSeconds?: number }): RetryPolicy {
  const { retryNetworkFor, runSeconds } = options;
  if (retryNetworkFor !== undefined) return { ...defaultRetryPolicy, networkForMs: retryNetworkFor * 1000 };
  return runSeconds === undefined
    ? defaultRetryPolicy
    : { ...defaultRetryPolicy, networkForMs: Number.POSITIVE_INFINITY };
}

/** Delay before the next attempt; null: give up. A delay requested by the provider takes precedence. */
export function retryDelay(options: {
  error: ProviderError;
  attempt: number;
  policy: RetryPolicy;
  random: () => number;
}): number | null {
  const { error, attempt, policy, random } = options;
  if (!error.isTransient || attempt >= policy.attempts) return null;
  const { retryAfterMs: requested } = error;
  if (requested !== undefined && requested > policy.maxRequestedDelayMs) return null;
  // Never earlier than requested, and with jitter.
  if (requested !== undefined) return Math.round(requested + Math.min(requested / 10, 1_000) * random());
  return backoff(attempt, { policy, random });
}

/** Doubles up to the maximum delay. */
function backoff(attempt: number, { policy, random }: { policy: RetryPolicy; random: () => number }): number {
  const ceiling = Math.min(policy.firstDelayMs * 2 ** (attempt - 1), policy.maxDelayMs);
  // Half fixed, half random, so that many agents do not retry at the same time.
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

/**
 * A connection that worked before and was lost, as with a closed laptop or a restarted router. It does not count against
 * the attempts of the request, which is retried for as long as the policy says, or until a limit or the user ends the run.
 */
export class NetworkOutage {
  readonly #clock: Pick<Clock, "monotonic">;
  #since: number | undefined;
  #inARow = 0;
  #failures = 0;

  constructor(clock: Pick<Clock, "monotonic">) {
    this.#clock = clock;
  }

  /** Number of attempts that failed because of the outage. */
  get failures(): number {
    return this.#failures;
  }

  /** Delay before the next attempt; null: the outage has lasted too long. Undefined for any other failure. */
  delay(
    error: ProviderError,
    { hasWorked, policy, random }: { hasWorked: boolean; policy: RetryPolicy; random: () => number },
  ): number | null | undefined {
    // If it was never reached, the address is more likely wrong.
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
