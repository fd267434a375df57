import type { ProviderError, ProviderErrorCode } from "@roo-code/types";

/** How long a member is not used after a failure of this kind. Other failures are no reason to switch. */
const cooldownMs: Partial<Record<ProviderErrorCode, number>> = {
  rate_limited: 60_000,
  overloaded: 30_000,
  server_error: 30_000,
  network: 30_000,
  timeout: 30_000,
  insufficient_credit: 600_000,
};
const maxCooldownMs = 600_000;

/** Errors of a provider's key or settings. */
const configurationErrors: ReadonlySet<ProviderErrorCode> = new Set(["unauthorized", "model_not_found"]);

/** Whether a member of a chain is available, by its last replies and failures. */
export class MemberHealth {
  #failures = 0;
  #downUntil = 0;

  isUp(now: number): boolean {
    return now >= this.#downUntil;
  }

  get downUntil(): number {
    return this.#downUntil;
  }

  /** Whether the failure is a reason to switch to another member; errors of the request itself are not. */
  noteFailure(error: ProviderError, now: number): boolean {
    const base = cooldownMs[error.code];
    if (base === undefined) return false;
    const grown = Math.min(base * 2 ** this.#failures, maxCooldownMs);
    this.#failures += 1;
    this.#downUntil = now + (error.retryAfterMs ?? grown);
    return true;
  }

  /**
   * For a fallback member: whether its configuration is at fault, so that it must be skipped. For the first member such
   * errors are reported instead, because the user chose that profile.
   */
  noteConfigurationError({ code }: ProviderError): boolean {
    if (!configurationErrors.has(code)) return false;
    this.disable();
    return true;
  }

  /** It cannot be used for the rest of this run. */
  disable(): void {
    this.#downUntil = Number.POSITIVE_INFINITY;
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#downUntil = 0;
  }
}
