import type { IncomingHttpHeaders } from "node:http";

/** How long a server asks us to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(headers: IncomingHttpHeaders, now: number): number | undefined {
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (exact >= 0) return exact;
  const value = headers["retry-after"]?.trim();
  if (!value) return undefined;
  const seconds = Number(value);
  if (seconds >= 0) return seconds * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
