interface IntervalBarProps {
  /** The name of the rate, for screen readers. */
  readonly label: string;
  /** Each 0 to 1; null if nothing was measured. */
  readonly rate: number | null;
  readonly low: number;
  readonly high: number;
}

/** A rate on a line from 0 to 100 %, with its confidence interval. */
export function IntervalBar({ label, rate, low, high }: IntervalBarProps) {
  return (
    <span
      role="img"
      aria-label={rate === null ? `${label}: nothing graded yet` : `${label}: ${formatInterval({ rate, low, high })}`}
      className="relative block h-4 w-full"
    >
      <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
      <span className="absolute top-1/2 left-1/2 h-2 w-px -translate-y-1/2 bg-line-strong" />
      {rate !== null && (
        <>
          <span
            className="absolute top-1/2 h-2 -translate-y-1/2 rounded-full bg-accent/35 dark:bg-accent/55"
            style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }}
          />
          <span
            className="absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-accent"
            style={{ left: `${rate * 100}%` }}
          />
        </>
      )}
    </span>
  );
}

/** `60 % (54–66 %)`: the rate and its 95 % interval. */
export function formatInterval({ rate, low, high }: { rate: number; low: number; high: number }): string {
  return `${percent(rate)} % (${percent(low)}–${percent(high)} %)`;
}

function percent(share: number): string {
  return String(Math.round(share * 1000) / 10);
}
