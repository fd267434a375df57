import { nice, ticks } from "d3-array";

/** Maps values to positions along an axis, in percent of its length, so that charts fit any width. */
export interface LinearScale {
  position(value: number): number;
  readonly ticks: readonly number[];
  /** A tick label without the unit, which is shown once. */
  format(tick: number): string;
  readonly unit: string;
}

/** From 0 to a round number of at least `max`. */
function linearScale(max: number, format: (tick: number) => string): LinearScale {
  const [, end] = nice(0, max > 0 ? max : 1, 4);
  return {
    position: (value) => shortNumber((100 * Math.min(end, Math.max(0, value))) / end),
    ticks: ticks(0, end, 4),
    format,
    unit: "",
  };
}

/** For rates from 0 to 1. */
export const rateScale: LinearScale = {
  position: (rate) => shortNumber(100 * rate),
  ticks: [0, 0.25, 0.5, 0.75, 1],
  format: (rate) => String(100 * rate),
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

/** For milliseconds. Ticks are round numbers of the largest unit that fits at least twice. */
export function durationScale(max: number): LinearScale {
  const unit = units.find(({ milliseconds }) => max >= 2 * milliseconds) ?? { name: "ms", milliseconds: 1 };
  const inUnit = linearScale(max / unit.milliseconds, String);
  return {
    position: (value) => inUnit.position(value / unit.milliseconds),
    ticks: inUnit.ticks.map((tick) => tick * unit.milliseconds),
    format: (tick) => String(Number((tick / unit.milliseconds).toPrecision(3))),
    unit: ` ${unit.name}`,
  };
}

/** The labels of an axis, the last with the unit, anchored so that none overflows. */
export function tickLabels(scale: LinearScale): readonly { text: string; position: number; anchor: string }[] {
  return scale.ticks.map((tick, index) => {
    const position = scale.position(tick);
    return {
      text: scale.format(tick) + (index === scale.ticks.length - 1 ? scale.unit : ""),
      position,
      anchor: position < 5 ? "start" : position > 95 ? "end" : "middle",
    };
  });
}

/** Two decimals keep pages small. */
export function shortNumber(value: number): number {
  return Number(value.toFixed(2));
}
