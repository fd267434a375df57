import { FakeClock } from "@roo-code/testkit/fake-clock";
import {
  type BudgetEstimate,
  BudgetLedger,
  type BudgetShare,
  type BudgetWarning,
  type Limits,
  noUsage,
  type Reservation,
  type Usage,
} from "@roo-code/types";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const usage = (tokens: number, costUsd: number): Usage => ({ ...noUsage(), inputTokens: tokens, costUsd });
const never = new AbortController().signal;

interface Call {
  readonly estimate: BudgetEstimate;
  readonly used: Usage;
  /** How many steps of others it waits. */
  readonly steps: number;
}

/** Agents that make sequential calls, in parallel with each other, each with its own child budget. */
async function spendAll(whole: BudgetShare, agents: readonly (readonly Call[])[]): Promise<void> {
  const clock = new FakeClock();
  const run = async (calls: readonly Call[]) => {
    const own = new BudgetLedger({ limits: {}, clock, whole });
    for (const { estimate, used, steps } of calls) {
      const granted = await own.reserve(estimate, never);
      if (!("settle" in granted)) return;
      for (let step = 0; step < steps; step += 1) await Promise.resolve();
      granted.settle({ usage: used, turns: estimate.turns });
    }
  };
  await Promise.all(agents.map(run));
}

/** Counts requests. */
class Counting implements BudgetShare {
  readonly #inner: BudgetShare;
  spent = { tokens: 0, costUsd: 0, turns: 0 };
  maxRunning = 0;
  #under = 0;

  constructor(inner: BudgetShare) {
    this.#inner = inner;
  }

  async reserve(estimate: BudgetEstimate, signal: AbortSignal): ReturnType<BudgetShare["reserve"]> {
    const granted = await this.#inner.reserve(estimate, signal);
    if (!("settle" in granted)) return granted;
    this.#under += 1;
    this.maxRunning = Math.max(this.maxRunning, this.#under);
    const settle: Reservation["settle"] = (used) => {
      this.#under -= 1;
      this.spent.tokens += used?.usage.inputTokens ?? 0;
      this.spent.costUsd += used?.usage.costUsd ?? 0;
      this.spent.turns += used?.turns ?? 0;
      granted.settle(used);
    };
    return { settle };
  }

  exhausted = () => this.#inner.exhausted();
  nearest = () => this.#inner.nearest();
  spend = () => {};
}

describe("a budget of parallel tasks", () => {
  const calls = fc.record({
    tokens: fc.integer({ min: 1, max: 100 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    steps: fc.integer({ min: 0, max: 5 }),
  });
  const toCall = ({ tokens, share, steps }: { tokens: number; share: number; steps: number }): Call => ({
    estimate: { tokens, costUsd: tokens / 10, turns: 1 },
    used: usage(Math.round(tokens * share), (tokens / 10) * share),
    steps,
  });

  it("is exceeded by less than one request, however many run", async () => {
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(calls, { maxLength: 8 }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 400 }),
        async (agents, limit) => {
          const limits = { tokens: limit, costUsd: limit / 15, turns: Math.ceil(limit / 20) };
          const whole = new Counting(new BudgetLedger({ limits, clock: new FakeClock() }));
          await spendAll(
            whole,
            agents.map((agent) => agent.map(toCall)),
          );
          const largest = Math.max(0, ...agents.flat().map(({ tokens }) => tokens));
          expect(whole.spent.tokens).toBeLessThan(limits.tokens + largest);
          expect(whole.spent.costUsd).toBeLessThan(limits.costUsd + largest / 10 + 1e-9);
          expect(whole.spent.turns).toBeLessThanOrEqual(limits.turns);
          if (whole.exhausted()) reached += 1;
        },
      ),
      { numRuns: 100 },
    );
    expect(reached).toBeGreaterThan(10);
  });

  it("would be exceeded by all of them without reservations", async () => {
    const whole = new BudgetLedger({ limits: { tokens: 10 }, clock: new FakeClock() });
    const parallel = Array.from({ length: 8 }, async () => {
      if (whole.exhausted()) return 0;
      await Promise.resolve();
      whole.spend(usage(9, 0), 1);
      return 9;
    });
    expect((await Promise.all(parallel)).reduce<number>((sum, each) => sum + each, 0)).toBe(72);
  });

  it("lets them run in parallel while there is enough for all", async () => {
    const whole = new Counting(new BudgetLedger({ limits: { tokens: 1000 }, clock: new FakeClock() }));
    const call = toCall({ tokens: 10, share: 1, steps: 5 });
    await spendAll(
      whole,
      Array.from({ length: 8 }, () => [call]),
    );
    expect(whole.maxRunning).toBe(8);
  });

  it("lets one go first if the cost is unknown, then all that fit", async () => {
    const whole = new Counting(new BudgetLedger({ limits: { costUsd: 1 }, clock: new FakeClock() }));
    const call: Call = { estimate: { turns: 1 }, used: usage(5, 0.01), steps: 3 };
    const [first, ...others] = Array.from({ length: 6 }, () => whole.reserve(call.estimate, never));
    const granted = await first;
    let isSecondIn = false;
    void others[0]?.then(() => (isSecondIn = true));
    await new Promise(setImmediate);
    expect(isSecondIn).toBe(false);
    if (!granted || !("settle" in granted)) throw new Error("not granted");
    granted.settle({ usage: call.used, turns: 1 });
    const rest = await Promise.all(others);
    expect(rest.every((each) => "settle" in each)).toBe(true);
    expect(whole.maxRunning).toBe(5);
  });

  it("stops waiting when the task is aborted, and releases its reservation", async () => {
    const whole = new BudgetLedger({ limits: { turns: 2 }, clock: new FakeClock() });
    const holding = await whole.reserve({ turns: 1 }, never);
    const second = await whole.reserve({ turns: 1 }, never);
    const stop = new AbortController();
    const own = new BudgetLedger({ limits: { turns: 5 }, clock: new FakeClock(), whole });
    const waiting = own.reserve({ turns: 1 }, stop.signal);
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    for (const each of [holding, second]) if ("settle" in each) each.settle();
    expect(await own.reserve({ turns: 1 }, never)).toHaveProperty("settle");
  });
});

it.each<[Limits, string, string]>([
  [{ turns: 1 }, "limit_turns", "Stopped at the limit of 1 turns."],
  [{ tokens: 5 }, "limit_tokens", "Stopped at the limit of 5 tokens."],
  [{ costUsd: 0.5 }, "limit_cost", "Stopped at the limit of 0.5 USD."],
  [{ seconds: 60 }, "limit_time", "Stopped at the limit of 60 seconds."],
])("reports which limit of %j was reached, also to subtasks", async (limits, code, message) => {
  const clock = new FakeClock();
  const whole = new BudgetLedger({ limits, clock });
  const child = new BudgetLedger({ limits: {}, clock, whole });
  expect(child.exhausted()).toBeUndefined();
  child.spend(usage(5, 0.5), 1);
  await clock.advance(60_000);
  expect(child.exhausted()).toEqual({ code, message });
  expect(await child.reserve({ turns: 1 }, never)).toEqual({ code, message });
});

it("warns at 50 and 80 percent of each limit, once", () => {
  const warnings: BudgetWarning[] = [];
  const whole = new BudgetLedger({
    limits: { costUsd: 2, turns: 3 },
    clock: new FakeClock(),
    onWarning: (warning) => warnings.push(warning),
  });
  const child = new BudgetLedger({ limits: {}, clock: new FakeClock(), whole });
  for (const costUsd of [0.5, 0.6, 0.1, 0.7]) child.spend(usage(1, costUsd), 0);
  expect(warnings.map(({ percent, message }) => [percent, message])).toEqual([
    [50, "55 % of the limit of 2 USD is used."],
    [80, "95 % of the limit of 2 USD is used."],
  ]);
  for (let turn = 0; turn < 3; turn += 1) child.spend(noUsage(), 1);
  expect(warnings.slice(2).map(({ percent, limit }) => [percent, limit])).toEqual([
    [50, "3 turns"],
    [80, "3 turns"],
  ]);
  expect(child.nearest()).toMatchObject({ share: 1, limit: "3 turns" });
});
