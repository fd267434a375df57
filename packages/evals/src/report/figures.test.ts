import { expect, test } from "vitest";
import * as figures from "./figures.ts";

test("rates and intervals are in percent with one decimal", () => {
  expect(figures.percent(0.5882)).toBe("58.8 %");
  expect(figures.percent(null)).toBe("–");
  expect(figures.percentInterval({ low: 0.422, high: 0.736 })).toBe("42.2 to 73.6 %");
  expect(figures.percentInterval(null)).toBe("–");
});

test("differences have a sign, unless they round to zero", () => {
  expect(figures.signedPoints(0.083)).toBe("+8.3");
  expect(figures.signedPoints(-0.083)).toBe("−8.3");
  expect(figures.signedPoints(-0.0001)).toBe("0.0");
  expect(figures.pointsInterval({ low: -0.01, high: 0.05 })).toBe("−1.0 to +5.0");
  expect(figures.points(-0.01)).toBe("1.0 point");
  expect(figures.points(0.075)).toBe("7.5 points");
});

test("money has enough digits for cheap models", () => {
  expect(figures.dollars(12.345)).toBe("$12.35");
  expect(figures.dollars(0.0123)).toBe("$0.0123");
  expect(figures.dollars(null)).toBe("–");
  expect(figures.signedDollars(-0.002)).toBe("−$0.0020");
});

test("times and sizes use a natural unit", () => {
  expect([0, 999, 1500, 99_940, 150_000, 7_200_000].map(figures.duration)).toEqual([
    "0 ms",
    "999 ms",
    "1.5 s",
    "99.9 s",
    "2.5 min",
    "2.0 h",
  ]);
  expect([999, 1500, 2_500_000].map(figures.bytes)).toEqual(["999 B", "1.5 kB", "2.5 MB"]);
  expect(figures.signedDuration(-1500)).toBe("−1.5 s");
});

test("small p-values keep their precision", () => {
  expect([0.00001, 0.0352, 0.5, 1].map(figures.pValue)).toEqual(["< 0.0001", "0.0352", "0.50", "1.00"]);
});
