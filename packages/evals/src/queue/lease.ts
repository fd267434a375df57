/** A trial that one controller may try now. What is told of it later counts only while its number is the newest. */
export interface Lease {
  readonly runId: number;
  readonly trialId: number;
  readonly language: string;
  readonly exercise: string;
  readonly iteration: number;
  /** Grows each time that the trial is taken. */
  readonly number: number;
}

/** By what the queue gives trials out. */
export interface LeaseTerms {
  /** How long a controller that is not heard of keeps what it took. */
  readonly leaseMs: number;
  /** A trial that went wrong itself so often is an error. */
  readonly mostErrors: number;
  /** One that vanished with its controller so often is an error as well: it may be what ends them. */
  readonly mostVanished: number;
  /** Before the second attempt after an error; twice as long before each further one. */
  readonly retryMs: number;
}

export const usualTerms: LeaseTerms = { leaseMs: 30_000, mostErrors: 3, mostVanished: 5, retryMs: 1_000 };
