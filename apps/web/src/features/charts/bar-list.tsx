interface Bar {
  readonly name: string;
  readonly value: number;
  readonly label: string;
}

/** Named values as bars, largest first. */
export function BarList({ bars }: { readonly bars: readonly Bar[] }) {
  const max = Math.max(...bars.map(({ value }) => value), 0);
  return (
    <ul aria-hidden className="flex flex-col gap-2">
      {bars.map(({ name, value, label }) => (
        <li key={name} className="flex flex-col gap-0.5">
          <span className="flex gap-2 text-xs">
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <span className="text-ink-2 tabular-nums">{label}</span>
          </span>
          <span className="h-1.5 rounded-full bg-line">
            <span
              className="block h-full rounded-full bg-accent"
              style={{ width: `${max > 0 ? Math.max(1, (value / max) * 100) : 0}%` }}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
