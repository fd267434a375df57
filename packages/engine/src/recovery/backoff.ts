import type { Clock, ProviderError } from "@roo-code/types";

export interface RetryPolicy {
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  /** The longest wait that a provider may ask for. */
  readonly maxRequestedDelayMs: number;
  /** How long a provider that has answered before may be out of reach. */
  readonly networkForMs: number;
}

export const defaultRetryPolicy: RetryPolicy = {
  attempts: 5,
  firstDelayMs: 500,
  maxDelayMs: 60_000,
  maxRequestedDelayMs: 600_000,
  networkForMs: 3_600_000,
};

/** A run with a time limit waits for the network until then: its limit ends it. */
export function retryPolicyFor(options: { retryNetworkFor?: number; runSeconds?: number }): RetryPolicy {
  const { retryNetworkFor, runSeconds } = options;
  if (retryNetworkFor !== undefined) return { ...defaultRetryPolicy, networkForMs: retryNetworkFor * 1000 };
  return runSeconds === undefined
    ? defaultRetryPolicy
    : { ...defaultRetryPolicy, networkForMs: Number.POSITIVE_INFINITY };
}

/** How long to wait before the next attempt; null: give up. What the provider asked for comes first. */
export function retryDelay(options: {
  error: ProviderError;
  attempt: number;
  policy: RetryPolicy;
  random: () => number;
}): number | null {
  const { error, attempt, policy, random } = options;
  if (!error.isTransient || attempt >= policy.attempts) return null;
  const { retryAfterMs: asked } = error;
  if (asked !== undefined && asked > policy.maxRequestedDelayMs) return null;
  // Never before the time that was asked for, and like all others a little apart from everybody else who waits.
  if (asked !== undefined) return Math.round(asked + Math.min(asked / 10, 1_000) * random());
  return backoff(attempt, { policy, random });
}

/** Doubles up to the longest wait. */
function backoff(attempt: number, { policy, random }: { policy: RetryPolicy; random: () => number }): number {
  const ceiling = Math.min(policy.firstDelayMs * 2 ** (attempt - 1), policy.maxDelayMs);
  // Half fixed, half random: many agents cut off together do not come back together.
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}

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
