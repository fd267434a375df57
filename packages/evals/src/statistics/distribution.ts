import { ascending, quantileSorted } from "d3-array";

export interface Distribution {
  readonly count: number;
  readonly min: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly p95: number;
  readonly max: number;
}

/** Null without values. Quantiles between two values are interpolated. */
export function distributionOf(values: readonly number[]): Distribution | null {
  if (values.length === 0) return null;
  const ordered = [...values].sort(ascending);
  const at = (share: number) => quantileSorted(ordered, share) ?? 0;
  return {
    count: ordered.length,
    min: at(0),
    lowerQuartile: at(0.25),
    median: at(0.5),
    upperQuartile: at(0.75),
    p95: at(0.95),
    max: at(1),
  };
}
