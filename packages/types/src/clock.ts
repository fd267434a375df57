/** Time, passed in so that tests control it. */
export interface Clock {
  /** Wall time, milliseconds since the epoch. For stamps only: it may jump. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. For durations and limits. */
  monotonic(): number;
  /** Resolves after `ms`, or at once (without throwing) when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
