import { describe, expect, it } from "vitest";
import { wilson } from "./wilson.ts";

describe("the interval of a rate", () => {
  it.each([
    [20, 34, 0.422, 0.736],
    [135, 225, 0.535, 0.662],
    [180, 225, 0.743, 0.847],
    [0, 30, 0, 0.114],
    [30, 30, 0.886, 1],
  ])("%i of %i lies between %f and %f", (passed, graded, low, high) => {
    const interval = wilson(passed, graded);
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
  });

  it("is everything where nothing was graded", () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  });
});
