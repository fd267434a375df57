import type { IncomingHttpHeaders } from "node:http";

const maxMs = 24 * 60 * 60 * 1000;

/**
 * The wait that a server requests, at most a day: `retry-after-ms`, or `retry-after` in seconds or as a date. Zero is
 * ignored: all attempts would be used up in a moment.
 */
export function retryAfterMs(headers: IncomingHttpHeaders, now: number): number | undefined {
  const waits = [Number(headers["retry-after-ms"] || Number.NaN), waitOf(headers["retry-after"] ?? "", now)];
  const wait = waits.find((ms) => ms > 0);
  return wait === undefined ? undefined : Math.min(wait, maxMs);
}

function waitOf(value: string, now: number): number {
  if (value.trim() === "") return Number.NaN;
  const seconds = Number(value);
  return Number.isNaN(seconds) ? Date.parse(value) - now : seconds * 1000;
}
