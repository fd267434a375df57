import type { ProviderError, ProviderErrorCode } from "@roo-code/types";

/** How long somebody is left alone after a failure of this kind. What is not here is no reason to go elsewhere. */
const restMs: Partial<Record<ProviderErrorCode, number>> = {
  rate_limited: 60_000,
  overloaded: 30_000,
  server_error: 30_000,
  network: 30_000,
  timeout: 30_000,
  insufficient_credit: 600_000,
};
const maxRestMs = 600_000;

/** What is wrong with one provider's own key or settings. */
const ownFaults: ReadonlySet<ProviderErrorCode> = new Set(["unauthorized", "model_not_found"]);

/** Whether a member of a chain can be asked, by what it did last. */
export class MemberHealth {
  #failures = 0;
  #restsUntil = 0;

  isUp(now: number): boolean {
    return now >= this.#restsUntil;
  }

  get restsUntil(): number {
    return this.#restsUntil;
  }

  /** Whether that is a reason to ask somebody else: never what was wrong with our request. */
  noteFailure(error: ProviderError, now: number): boolean {
    const usual = restMs[error.code];
    if (usual === undefined) return false;
    const grown = Math.min(usual * 2 ** this.#failures, maxRestMs);
    this.#failures += 1;
    this.#restsUntil = now + (error.retryAfterMs ?? grown);
    return true;
  }

  /**
   * Of one that stands in: whether it can only be passed over, as one without a key is. With the first it is otherwise:
   * the person is to hear that the profile they chose does not work.
   */
  noteOwnFault({ code }: ProviderError): boolean {
    if (!ownFaults.has(code)) return false;
    this.giveUp();
    return true;
  }

  /** It cannot be used at all, in this run. */
  giveUp(): void {
    this.#restsUntil = Number.POSITIVE_INFINITY;
  }

  noteSuccess(): void {
    this.#failures = 0;
    this.#restsUntil = 0;
  }
}
