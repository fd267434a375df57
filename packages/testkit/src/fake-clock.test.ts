import { describe, expect, it } from "vitest";
import { FakeClock } from "./fake-clock.ts";

describe("FakeClock", () => {
  it("moves both times together and only on advance", async () => {
    const clock = new FakeClock(1_000);
    await clock.advance(250);
    expect([clock.now(), clock.monotonic()]).toEqual([1_250, 250]);
  });

  it("wakes sleepers in the order they are due, at the time they are due", async () => {
    const clock = new FakeClock(0);
    const woken: string[] = [];
    const sleep = async (name: string, ms: number) => {
      await clock.sleep(ms);
      woken.push(`${name}@${clock.now()}`);
    };
    const all = [sleep("late", 300), sleep("early", 100), sleep("middle", 200), sleep("never", 1_000)];
    await clock.advance(300);
    expect(woken).toEqual(["early@100", "middle@200", "late@300"]);
    expect(clock.sleeping).toBe(1);
    await clock.advance(1_000);
    await Promise.all(all);
  });

  it("wakes a sleeper that sleeps again within the same advance", async () => {
    const clock = new FakeClock(0);
    let rounds = 0;
    const loop = (async () => {
      for (; rounds < 3; rounds += 1) await clock.sleep(10);
    })();
    await clock.advance(30);
    await loop;
    expect(rounds).toBe(3);
  });

  it("resolves a sleep at once when its signal is aborted, before or during it", async () => {
    const clock = new FakeClock();
    await clock.sleep(1_000, AbortSignal.abort());
    const controller = new AbortController();
    const asleep = clock.sleep(1_000, controller.signal);
    controller.abort();
    await asleep;
    expect(clock.sleeping).toBe(0);
  });

  it("reports when a sleep is pending", async () => {
    const clock = new FakeClock();
    const waiting = clock.untilSleeping(2);
    const sleeps = [clock.sleep(5), clock.sleep(5)];
    await waiting;
    await clock.advance(5);
    await Promise.all(sleeps);
    expect(clock.sleeping).toBe(0);
  });
});
