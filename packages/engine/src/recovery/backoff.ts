import type { ProviderError } from "@roo-code/types";

export interface RetryPolicy {
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 5, firstDelayMs: 500, longestDelayMs: 60_000 };

/** How long to wait before the next attempt; null: give up. What the provider asked for comes first. */
export function retryDelay(options: {
  error: ProviderError;
  attempt: number;
  policy: RetryPolicy;
  random: () => number;
}): number | null {
  const { error, attempt, policy, random } = options;
  if (!error.isTransient || attempt >= policy.attempts) return null;
  if (error.retryAfterMs !== undefined) return error.retryAfterMs <= policy.longestDelayMs ? error.retryAfterMs : null;
  const ceiling = Math.min(policy.firstDelayMs * 2 ** (attempt - 1), policy.longestDelayMs);
  // Half fixed, half random: many agents cut off together do not come back together.
  return Math.round(ceiling / 2 + (ceiling / 2) * random());
}
