import { FakeClock } from "@roo-code/testkit/fake-clock";
import { until } from "@roo-code/testkit/until";
import type { WireStep } from "@roo-code/testkit/wire/wire-server";
import { describe, expect, it } from "vitest";
import { ask, providerError, watch } from "./ask.ts";
import { withFormats } from "./with-formats.ts";

const limits = { firstByteMs: 40_000, silenceMs: 20_000, stallMs: 90_000, replyMs: 3_000_000 };
const reply = { text: "some text that is long enough", calls: [{ id: "a", name: "t", arguments: '{"n":1}' }] };

interface Silence {
  readonly name: string;
  readonly step: (length: number) => WireStep;
  /** How long it is borne. */
  readonly limitMs: number;
}

const silences: readonly Silence[] = [
  { name: "before the headers", step: () => ({ neverAnswers: true }), limitMs: limits.firstByteMs },
  { name: "before the first byte", step: () => ({ ...reply, silentAfterBytes: 0 }), limitMs: limits.silenceMs },
  { name: "after one byte", step: () => ({ ...reply, silentAfterBytes: 1 }), limitMs: limits.silenceMs },
  {
    name: "in the middle",
    step: (length) => ({ ...reply, silentAfterBytes: length >> 1 }),
    limitMs: limits.silenceMs,
  },
];

describe("a server that falls silent", () => {
  withFormats(({ tested, server, connect }) => {
    it.each(silences)("$name is given up when its time is up, and not before", async ({ step, limitMs }) => {
      const clock = new FakeClock();
      const length = Buffer.concat(tested.format.frames(reply)).length;
      const { silentAfterBytes = 0, ...rest } = step(length);
      const requestCount = server().requests.length;
      server().push({ ...rest, ...(rest.neverAnswers ? {} : { silentAfterBytes }) });
      const outcome = ask(connect({ clock, limits }));
      const isOver = watch(outcome);
      await until(() => server().requests.length > requestCount);
      // Answers have more watches over them than requests: once those are set, the silence is counted.
      await clock.untilSleeping(rest.neverAnswers ? 1 : 2);
      await clock.advance(limitMs - 1_000);
      expect(isOver()).toBe(false);
      // The last bytes may have come while the time was moved: it counts from them.
      for (let moved = 0; !isOver() && moved <= limitMs; moved += 1_000) await clock.advance(1_000);
      expect(providerError((await outcome).error)).toMatchObject({ code: "timeout", isTransient: true });
      await until(() => server().active === 0 && clock.sleeping === 0);
    });

    // Formats without any have no such test.
    const keepAlives = [tested.format.keepAlive].filter((bytes) => bytes !== undefined);
    it.each(keepAlives)("except for keep-alives is given up when its time is up", async () => {
      const clock = new FakeClock();
      server().push({ ...reply, onlyKeepAlivesAfter: 2 });
      const outcome = ask(connect({ clock, limits }));
      await clock.untilSleeping(2);
      await clock.advance(limits.stallMs + 1_000);
      expect(providerError((await outcome).error).code).toBe("timeout");
      await until(() => server().active === 0);
    });

    it("is not awaited once the reply is complete", async () => {
      const length = Buffer.concat(tested.format.frames(reply)).length;
      server().push({ ...reply, silentAfterBytes: length });
      const clock = new FakeClock();
      const outcome = ask(connect({ clock, limits }));
      await clock.untilSleeping(1);
      const { final } = await settledWithin(outcome, clock);
      expect(final?.message.content.length).toBe(2);
    });

    it("leaves no timer after a reply", async () => {
      const clock = new FakeClock();
      server().push(reply);
      await ask(connect({ clock, limits }));
      await until(() => clock.sleeping === 0);
      expect(clock.monotonic()).toBe(0);
    });
  });
});

/** Formats whose end marker may be followed by more wait for the silence to end. */
async function settledWithin<Value>(outcome: Promise<Value>, clock: FakeClock): Promise<Value> {
  const isSettled = watch(outcome);
  for (let turn = 0; turn < 200 && !isSettled(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (!isSettled()) await clock.advance(limits.silenceMs + 1_000);
  return outcome;
}
