import { expect, it } from "vitest";
import { formatDuration } from "./format-trial.ts";

it("formats a short duration in milliseconds", () => {
  expect([12.4, 999, 1000, 59_400, 61_000, 3_661_000].map(formatDuration)).toEqual([
    "12 ms",
    "999 ms",
    "1.0 s",
    "59.4 s",
    "1:01",
    "1:01:01",
  ]);
});
