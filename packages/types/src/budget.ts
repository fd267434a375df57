import type { Failure } from "./event.ts";
import type { Usage } from "./usage.ts";

/** Upper bound of what a request will use. Absent if unknown. */
export interface BudgetEstimate {
  readonly tokens?: number;
  readonly costUsd?: number;
  readonly turns: 0 | 1;
}

/** Reservation for a pending request. */
export interface Reservation {
  /** Called when the request has ended, with its usage if known. Only the first call counts. */
  settle(used?: { readonly usage: Usage; readonly turns: 0 | 1 }): void;
}

/** How much of a limit is used up. */
export interface BudgetUse {
  /** From 0; 1 is the limit itself. */
  readonly share: number;
  /** The limit, for people: `2 USD`. */
  readonly limit: string;
}

/** A child budget: what is spent here is also spent in the parent, and a limit reached there is reached here. */
export interface BudgetShare {
  /** The shared limit that has been reached. */
  exhausted(): Failure | undefined;
  /**
   * Reserves what a request may use. Waits while pending requests may use up what is left, so that parallel tasks
   * overshoot by one request at most; returns a failure once it is used up. Rejects when the signal aborts.
   */
  reserve(estimate: BudgetEstimate, signal: AbortSignal): Promise<Reservation | Failure>;
  /** Adds usage that had no reservation. */
  spend(usage: Usage, turns: 0 | 1): void;
  /** The shared limit closest to being reached; undefined if there are no limits. */
  nearest(): BudgetUse | undefined;
}
