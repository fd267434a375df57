import type { IncomingHttpHeaders } from "node:http";

const longestMs = 24 * 60 * 60 * 1000;

/**
 * How long a server asks us to wait, at most a day: `retry-after-ms`, or `retry-after` in seconds or as a date. No wait
 * at all is no wish: taken at its word, all tries would be over in a moment.
 */
export function retryAfterMs(headers: IncomingHttpHeaders, now: number): number | undefined {
  const waits = [Number(headers["retry-after-ms"] || Number.NaN), waitOf(headers["retry-after"] ?? "", now)];
  const wait = waits.find((ms) => ms > 0);
  return wait === undefined ? undefined : Math.min(wait, longestMs);
}

function waitOf(value: string, now: number): number {
  if (value.trim() === "") return Number.NaN;
  const seconds = Number(value);
  return Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
}
