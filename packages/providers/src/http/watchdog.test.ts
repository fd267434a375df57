import { FakeClock } from "@roo-code/testkit/fake-clock";
import { describe, expect, it } from "vitest";
import { Watchdog } from "./watchdog.ts";

function watch(limitMs: number) {
  const clock = new FakeClock();
  const expired: number[] = [];
  const watchdog = new Watchdog(clock, { idleMs: limitMs }, () => expired.push(clock.monotonic()));
  return { clock, expired, watchdog };
}

describe("Watchdog", () => {
  it("expires once when nothing touches it", async () => {
    const { clock, expired } = watch(100);
    await clock.advance(1_000);
    expect(expired).toEqual([100]);
  });

  it("counts from the last touch", async () => {
    const { clock, expired, watchdog } = watch(100);
    for (let step = 0; step < 5; step += 1) {
      await clock.advance(60);
      watchdog.touch();
    }
    expect(expired).toEqual([]);
    await clock.advance(1_000);
    expect(expired).toEqual([400]);
  });

  it("uses the limit of the current phase", async () => {
    const clock = new FakeClock();
    const expired: number[] = [];
    const watchdog = new Watchdog(clock, { idleMs: 100 }, () => expired.push(clock.monotonic()), [1_000, 30]);
    await clock.advance(90);
    watchdog.enter(1_000);
    await clock.advance(900);
    watchdog.enter(30);
    await clock.advance(1_000);
    expect(expired).toEqual([1_020]);
  });

  it("expires after the total time even if it is touched", async () => {
    const clock = new FakeClock();
    const idle: boolean[] = [];
    const watchdog = new Watchdog(clock, { idleMs: 100, totalMs: 250 }, (isIdle) => idle.push(isIdle));
    for (let step = 0; step < 5; step += 1) {
      await clock.advance(60);
      watchdog.touch();
    }
    expect(idle).toEqual([false]);
  });

  it("leaves no timer when it is stopped", async () => {
    const { clock, expired, watchdog } = watch(100);
    watchdog.stop();
    watchdog.stop();
    expect(clock.sleeping).toBe(0);
    await clock.advance(1_000);
    expect(expired).toEqual([]);
  });
});
