import { describe, expect, it } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const now = Date.UTC(2030, 0, 1, 12, 0, 0);

describe("retryAfterMs", () => {
  it.each([
    ["seconds", { "retry-after": "7" }, 7_000],
    ["fractions of seconds", { "retry-after": "0.5" }, 500],
    ["a date", { "retry-after": "Tue, 01 Jan 2030 12:00:30 GMT" }, 30_000],
    ["a date that has passed as nothing", { "retry-after": "Tue, 01 Jan 2030 11:00:00 GMT" }, undefined],
    ["no time at all as nothing", { "retry-after": "0", "retry-after-ms": "0" }, undefined],
    ["milliseconds, which are more exact", { "retry-after-ms": "1500", "retry-after": "2" }, 1_500],
    ["more than a day as a day", { "retry-after": "1e300" }, 86_400_000],
    ["nothing", {}, undefined],
    ["an empty value", { "retry-after": "" }, undefined],
    ["nonsense", { "retry-after": "soon", "retry-after-ms": "later" }, undefined],
    ["a negative number", { "retry-after-ms": "-5" }, undefined],
  ])("reads %s", (_, headers, expected) => {
    expect(retryAfterMs(headers, now)).toBe(expected);
  });
});
