import { useState } from "react";

interface Column {
  /** Said in full when it is pointed at. */
  readonly name: string;
  /** Below it; empty where there is no room for all. */
  readonly tick: string;
  readonly value: number;
}

export interface ColumnChartProps {
  readonly columns: readonly Column[];
  readonly format: (value: number) => string;
}

const height = 96;
const gap = 0.25;

/** Columns over time. Pure decoration for a screen reader: the table beside it says the same. */
export function ColumnChart({ columns, format }: ColumnChartProps) {
  const [pointed, setPointed] = useState<number>();
  const most = Math.max(...columns.map(({ value }) => value), 0);
  const shown = pointed === undefined ? undefined : columns[pointed];
  return (
    <div aria-hidden className="flex flex-col gap-1 select-none">
      <p className="flex h-4 justify-between text-2xs text-ink-3 tabular-nums">
        <span>{shown ? shown.name : most > 0 ? `most: ${format(most)}` : ""}</span>
        {shown && <span className="font-medium text-ink">{format(shown.value)}</span>}
      </p>
      <svg
        viewBox={`0 0 ${columns.length} ${height}`}
        preserveAspectRatio="none"
        className="h-24 w-full border-b border-line-strong"
        onPointerLeave={() => setPointed(undefined)}
      >
        {columns.map(({ name, value }, index) => (
          <g key={name} onPointerEnter={() => setPointed(index)}>
            <rect
              x={index}
              width={1}
              height={height}
              className={index === pointed ? "fill-hover" : "fill-transparent"}
            />
            <rect
              x={index + gap / 2}
              width={1 - gap}
              y={height - heightOf(value, most)}
              height={heightOf(value, most)}
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

/** What is there at all is seen. */
function heightOf(value: number, most: number): number {
  return value > 0 ? Math.max(2, (value / most) * (height - 4)) : 0;
}
