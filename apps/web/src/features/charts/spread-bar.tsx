interface SpreadBarProps {
  readonly median: number;
  readonly p95: number;
  /** The value at the end of the line. */
  readonly max: number;
}

/** A median and a 95th percentile; the figures are shown next to it. */
export function SpreadBar({ median, p95, max }: SpreadBarProps) {
  const at = (value: number) => `${Math.min(100, (value / Math.max(max, 1e-9)) * 100)}%`;
  return (
    <span aria-hidden className="relative block h-4 w-full">
      <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
      <span
        className="absolute top-1/2 left-0 h-2 -translate-y-1/2 rounded-full bg-accent/35 dark:bg-accent/55"
        style={{ width: at(p95) }}
      />
      <span
        className="absolute top-1/2 left-0 h-2 -translate-y-1/2 rounded-full bg-accent"
        style={{ width: at(median) }}
      />
    </span>
  );
}
