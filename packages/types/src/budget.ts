import type { Failure } from "./event.ts";
import type { Usage } from "./usage.ts";

/** What a request will use at most. Absent: nobody can tell yet. */
export interface BudgetEstimate {
  readonly tokens?: number;
  readonly costUsd?: number;
  readonly turns: 0 | 1;
}

/** What was set aside for a request that is under way. */
export interface Reservation {
  /** The request has ended. With what it used, as far as that is known. The first call counts. */
  settle(used?: { readonly usage: Usage; readonly turns: 0 | 1 }): void;
}

/** How much of a limit is used up. */
export interface BudgetUse {
  /** From 0; 1 is the limit itself. */
  readonly share: number;
  /** The limit, for people: `2 USD`. */
  readonly limit: string;
}

/** A part of somebody else's budget: what is spent here is spent there, and what is used up there is used up here. */
export interface BudgetShare {
  /** The limit of the whole that has been reached. */
  exhausted(): Failure | undefined;
  /**
   * Sets aside what a request may use. Waits while requests under way may use up all that is left, so that tasks side
   * by side overshoot by one request at most; a failure once it is used up. Rejects when the signal aborts.
   */
  reserve(estimate: BudgetEstimate, signal: AbortSignal): Promise<Reservation | Failure>;
  /** What was used without a reservation. */
  spend(usage: Usage, turns: 0 | 1): void;
  /** The limit of the whole that is nearest; undefined when nothing limits. */
  nearest(): BudgetUse | undefined;
}
