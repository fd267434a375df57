interface DifferenceBarProps {
  readonly label: string;
  /** All in percentage points. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
}

/** A difference with its confidence interval: an interval that includes zero shows no winner. */
export function DifferenceBar({ label, difference, low, high }: DifferenceBarProps) {
  const reach = Math.min(100, Math.max(10, Math.abs(low), Math.abs(high)) * 1.2);
  const at = (points: number) => `${((points + reach) / (2 * reach)) * 100}%`;
  return (
    <div role="img" aria-label={label} className="flex flex-col gap-1">
      <div className="relative h-8">
        <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
        <span className="absolute top-0 left-1/2 h-full border-l border-dashed border-ink-3" />
        <span
          className="absolute top-1/2 h-3 -translate-y-1/2 rounded-full bg-accent/35 dark:bg-accent/55"
          style={{ left: at(low), width: `${((high - low) / (2 * reach)) * 100}%` }}
        />
        <span
          className="absolute top-1/2 size-4 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-surface bg-accent"
          style={{ left: at(difference) }}
        />
      </div>
      <div className="flex justify-between text-2xs text-ink-3 tabular-nums">
        <span>−{Math.round(reach)} points</span>
        <span>no difference</span>
        <span>+{Math.round(reach)} points</span>
      </div>
    </div>
  );
}
