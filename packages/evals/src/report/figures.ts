import type { Interval } from "../statistics/index.ts";

/** Shown in reports for an unknown number. */
export const unknown = "–";

export function percent(share: number | null): string {
  return share === null ? unknown : `${(100 * share).toFixed(1)} %`;
}

export function percentInterval(interval: Interval | null): string {
  return interval === null ? unknown : `${(100 * interval.low).toFixed(1)} to ${(100 * interval.high).toFixed(1)} %`;
}

/** Without a sign. */
export function points(share: number): string {
  const value = (100 * Math.abs(share)).toFixed(1);
  return `${value} ${value === "1.0" ? "point" : "points"}`;
}

export function signedPoints(share: number): string {
  return signed(share, (size) => (100 * size).toFixed(1));
}

export function pointsInterval(interval: Interval | null): string {
  return interval === null ? unknown : `${signedPoints(interval.low)} to ${signedPoints(interval.high)}`;
}

export function dollars(amount: number | null): string {
  if (amount === null) return unknown;
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}

export function signedDollars(amount: number): string {
  return signed(amount, (size) => dollars(size));
}

export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return unknown;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 99.95) return `${seconds.toFixed(1)} s`;
  const minutes = seconds / 60;
  return minutes < 99.95 ? `${minutes.toFixed(1)} min` : `${(minutes / 60).toFixed(1)} h`;
}

export function signedDuration(milliseconds: number): string {
  return signed(milliseconds, (size) => duration(size));
}

export function bytes(count: number | null): string {
  if (count === null) return unknown;
  if (count < 1000) return `${Math.round(count)} B`;
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)} kB` : `${(count / 1_000_000).toFixed(1)} MB`;
}

export function pValue(p: number): string {
  return p < 0.0001 ? "< 0.0001" : p.toFixed(p < 0.1 ? 4 : 2);
}

/** Without decimals if it is an integer. */
export function decimal(value: number | null): string {
  if (value === null) return unknown;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function signed(value: number, format: (size: number) => string): string {
  const size = format(Math.abs(value));
  const isZero = !/[1-9]/.test(size);
  return isZero ? size : `${value < 0 ? "−" : "+"}${size}`;
}
