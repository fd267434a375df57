import { ProviderError, type ProviderErrorCode } from "@roo-code/types";
import { expect, it } from "vitest";
import { retryDelay } from "./backoff.ts";

const policy = { attempts: 4, firstDelayMs: 100, longestDelayMs: 1000, longestAskedMs: 60_000, networkForMs: 0 };
const delay = (code: ProviderErrorCode, attempt: number, retryAfterMs?: number) =>
  retryDelay({
    error: new ProviderError({ code, message: "", ...(retryAfterMs !== undefined && { retryAfterMs }) }),
    attempt,
    policy,
    random: () => 1,
  });

it("doubles the wait up to the longest, and gives up after the last attempt", () => {
  expect([1, 2, 3, 4].map((attempt) => delay("overloaded", attempt))).toEqual([100, 200, 400, null]);
});

it("never tries again what was wrong in itself", () => {
  expect(
    (
      [
        "bad_request",
        "unauthorized",
        "insufficient_credit",
        "model_not_found",
        "context_overflow",
        "replay_exhausted",
      ] as const
    ).map((code) => delay(code, 1)),
  ).toEqual(Array.from({ length: 6 }, () => null));
});

it("waits as long as the provider asked, unless that is longer than anybody would wait", () => {
  expect([0, 50, 30_000, 60_000, 60_001].map((asked) => delay("rate_limited", 1, asked))).toEqual([
    0,
    55,
    31_000,
    61_000,
    null,
  ]);
});
