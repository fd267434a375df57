import { FakeClock } from "@roo-code/testkit/fake-clock";
import { ProviderError, type ProviderErrorCode } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { type Stage, stage } from "../../test/agent-harness.ts";
import { NetworkOutage, retryDelay, retryPolicyFor } from "./backoff.ts";

const policy = { attempts: 4, firstDelayMs: 100, maxDelayMs: 1000, maxRequestedDelayMs: 60_000, networkForMs: 0 };
const delay = (code: ProviderErrorCode, attempt: number, retryAfterMs?: number) =>
  retryDelay({
    error: new ProviderError({ code, message: "", ...(retryAfterMs !== undefined && { retryAfterMs }) }),
    attempt,
    policy,
    random: () => 1,
  });

it("doubles the delay up to the maximum, and gives up after the last attempt", () => {
  expect([1, 2, 3, 4].map((attempt) => delay("overloaded", attempt))).toEqual([100, 200, 400, null]);
});

it("never retries a permanent failure", () => {
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

it("waits as long as the provider requested, up to a maximum", () => {
  expect([0, 50, 30_000, 60_000, 60_001].map((asked) => delay("rate_limited", 1, asked))).toEqual([
    0,
    55,
    31_000,
    61_000,
    null,
  ]);
});

const gone = new ProviderError({ code: "network", message: "Could not reach api.example.org:443" });
const down = { error: gone };
const minute = 60_000;

describe("a network outage", () => {
  it("is waited for an hour, or as configured, or until the run's time limit", () => {
    expect(retryPolicyFor({}).networkForMs).toBe(60 * minute);
    expect(retryPolicyFor({ runSeconds: 8 * 3600 }).networkForMs).toBe(Number.POSITIVE_INFINITY);
    expect(retryPolicyFor({ runSeconds: 8 * 3600, retryNetworkFor: 90 }).networkForMs).toBe(90_000);
  });

  it("is retried with delays that double up to a minute, and once more at the end", async () => {
    const clock = new FakeClock();
    const outage = new NetworkOutage(clock);
    const options = { hasWorked: true, policy: retryPolicyFor({ retryNetworkFor: 200 }), random: () => 1 };
    const waits: (number | null | undefined)[] = [];
    for (let wait = outage.delay(gone, options); ; wait = outage.delay(gone, options)) {
      waits.push(wait);
      if (typeof wait !== "number") break;
      await clock.advance(wait);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, minute, minute, 16_500, null]);
  });

  it("starts anew after any other failure, and requires that the provider has answered before", async () => {
    const clock = new FakeClock();
    const outage = new NetworkOutage(clock);
    const options = { hasWorked: true, policy: retryPolicyFor({ retryNetworkFor: 60 }), random: () => 1 };
    expect(outage.delay(gone, { ...options, hasWorked: false })).toBeUndefined();
    expect(outage.delay(gone, options)).toBe(500);
    await clock.advance(2 * minute);
    expect(outage.delay(new ProviderError({ code: "overloaded", message: "" }), options)).toBeUndefined();
    expect(outage.delay(gone, options)).toBe(500);
    expect(outage.failures).toBe(2);
  });

  it("does not end an unattended run", async () => {
    const look = { calls: [{ name: "look", input: { path: "." } }] };
    await using scene = await stage({ replies: [look, ...Array.from({ length: 12 }, () => down), "done"] });
    expect(await outlast(scene)).toMatchObject({ status: "completed", result: "done", turns: 2 });
  });

  it("ends with the run's time limit, or when the user aborts", async () => {
    const look = { calls: [{ name: "look", input: { path: "." } }] };
    const replies = [look, ...Array.from({ length: 100 }, () => down)];
    await using limited = await stage({ replies, limits: { seconds: 30 }, retry: { networkForMs: Infinity } });
    expect(await outlast(limited)).toMatchObject({ status: "limit", error: { code: "limit_time" } });

    await using stopped = await stage({ replies });
    const going = stopped.run();
    await stopped.clock.untilSleeping();
    await stopped.agent.submit({ type: "run.abort", opId: "stop" });
    expect(await going).toMatchObject({ status: "aborted" });
  });

  it("fails at once if the key is refused meanwhile, and after some attempts if nothing ever answered", async () => {
    const look = { calls: [{ name: "look", input: { path: "." } }] };
    const refused = { error: new ProviderError({ code: "unauthorized", message: "bad key" }) };
    await using scene = await stage({ replies: [look, down, refused, "never"] });
    expect(await outlast(scene)).toMatchObject({ status: "failed", error: { code: "unauthorized" } });

    await using never = await stage({ replies: [down, down, down, "never"] });
    expect(await outlast(never)).toMatchObject({ status: "failed", error: { code: "network" } });
  });
});

/** Runs it while advancing the clock. */
async function outlast({ run, clock }: Pick<Stage, "run" | "clock">): Promise<unknown> {
  const running = run();
  const over = running.then(() => true);
  while (!(await Promise.race([clock.untilSleeping().then(() => false), over]))) await clock.advance(1000);
  return running;
}
