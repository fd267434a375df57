import { nice, ticks } from "d3-array";

/** Maps values to positions along an axis, in per cent of its length: charts then fit any width. */
export interface LinearScale {
  place(value: number): number;
  readonly ticks: readonly number[];
  /** A tick label without the unit, which is shown once. */
  write(tick: number): string;
  readonly unit: string;
}

/** From 0 to a round number that is not below `max`. */
function linearScale(max: number, write: (tick: number) => string): LinearScale {
  const [, end] = nice(0, max > 0 ? max : 1, 4);
  return {
    place: (value) => shortNumber((100 * Math.min(end, Math.max(0, value))) / end),
    ticks: ticks(0, end, 4),
    write,
    unit: "",
  };
}

/** Rates: all of 0 to 1. */
export const rateScale: LinearScale = {
  place: (rate) => shortNumber(100 * rate),
  ticks: [0, 0.25, 0.5, 0.75, 1],
  write: (rate) => String(100 * rate),
  unit: " %",
};

export function dollarScale(max: number): LinearScale {
  return linearScale(max, (amount) => `$${Number(amount.toPrecision(3))}`);
}

const units = [
  { name: "h", milliseconds: 3_600_000 },
  { name: "min", milliseconds: 60_000 },
  { name: "s", milliseconds: 1000 },
] as const;

/** In milliseconds; its ticks are round in the largest unit of which there are at least two. */
export function durationScale(max: number): LinearScale {
  const unit = units.find(({ milliseconds }) => max >= 2 * milliseconds) ?? { name: "ms", milliseconds: 1 };
  const inUnit = linearScale(max / unit.milliseconds, String);
  return {
    place: (value) => inUnit.place(value / unit.milliseconds),
    ticks: inUnit.ticks.map((tick) => tick * unit.milliseconds),
    write: (tick) => String(Number((tick / unit.milliseconds).toPrecision(3))),
    unit: ` ${unit.name}`,
  };
}

/** The labels of an axis, the last with the unit, anchored so that none overflows. */
export function tickLabels(scale: LinearScale): readonly { text: string; place: number; anchor: string }[] {
  return scale.ticks.map((tick, index) => {
    const place = scale.place(tick);
    return {
      text: scale.write(tick) + (index === scale.ticks.length - 1 ? scale.unit : ""),
      place,
      anchor: place < 5 ? "start" : place > 95 ? "end" : "middle",
    };
  });
}

/** Short numbers make small pages. */
export function shortNumber(place: number): number {
  return Number(place.toFixed(2));
}
