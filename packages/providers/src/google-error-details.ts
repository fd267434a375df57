import { isRecord, listOf, textOf } from "./json-value.ts";

const longestMs = 24 * 60 * 60 * 1000;

export interface GoogleErrorDetails {
  /** `API_KEY_INVALID`, `BILLING_DISABLED`, … */
  readonly reason: string | undefined;
  /** At most a day. */
  readonly retryAfterMs: number | undefined;
}

/** What Google says beside the message: why (`ErrorInfo`), and how long to wait (`RetryInfo`: `"37s"`, `"0.5s"`). */
export function readErrorDetails(details: unknown): GoogleErrorDetails {
  const all = listOf(details).filter(isRecord);
  const waits = all.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(textOf(retryDelay) ?? "")?.[1]);
  const wait = waits.find((seconds) => seconds !== undefined);
  return {
    reason: all.map(({ reason }) => textOf(reason)).find((reason) => reason !== undefined),
    retryAfterMs: wait === undefined ? undefined : Math.min(Math.ceil(Number(wait) * 1000), longestMs),
  };
}
