import { useState } from "react";

interface Column {
  /** Shown in full on hover. */
  readonly name: string;
  /** The label below it; empty if there is no room. */
  readonly tick: string;
  readonly value: number;
}

interface ColumnChartProps {
  readonly columns: readonly Column[];
  readonly format: (value: number) => string;
}

const height = 96;
const gap = 0.25;

/** Columns over time. Hidden from screen readers, which get the table next to it. */
export function ColumnChart({ columns, format }: ColumnChartProps) {
  const [hovered, setHovered] = useState<number>();
  const max = Math.max(...columns.map(({ value }) => value), 0);
  const shown = hovered === undefined ? undefined : columns[hovered];
  return (
    <div aria-hidden className="flex flex-col gap-1 select-none">
      <p className="flex h-4 justify-between text-2xs text-ink-3 tabular-nums">
        <span>{shown ? shown.name : max > 0 ? `max: ${format(max)}` : ""}</span>
        {shown && <span className="font-medium text-ink">{format(shown.value)}</span>}
      </p>
      <svg
        viewBox={`0 0 ${columns.length} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-line-strong"
        onPointerLeave={() => setHovered(undefined)}
      >
        {columns.map(({ name, value }, index) => (
          <g key={name} onPointerEnter={() => setHovered(index)}>
            <rect
              x={index}
              width={1}
              height={height}
              className={index === hovered ? "fill-hover" : "fill-transparent"}
            />
            <rect
              x={index + gap / 2}
              width={1 - gap}
              y={height - heightOf(value, max)}
              height={heightOf(value, max)}
              className="fill-accent"
            />
          </g>
        ))}
      </svg>
      <div className="flex text-2xs text-ink-3">
        {columns.map(({ name, tick }) => (
          <span
            key={name}
            className="flex min-w-0 flex-1 justify-center overflow-visible whitespace-nowrap first:justify-start last:justify-end"
          >
            {tick}
          </span>
        ))}
      </div>
    </div>
  );
}

/** At least 2 pixels, so that every value above 0 is visible. */
function heightOf(value: number, max: number): number {
  return value > 0 ? Math.max(2, (value / max) * (height - 4)) : 0;
}
