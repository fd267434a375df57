import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it, vi } from "vitest";
import { tempFolder } from "../test/temp-folder.ts";
import { acquireFence, type Fence, type FenceOptions, readFence } from "./fence.ts";
import { thisProcess } from "./holder.ts";

const clock = new FakeClock();
const options: FenceOptions = { clock };
const takeAnyway: FenceOptions = { clock, isAlive: () => false };

it("gives a task to one holder, which is this process", () => {
  const folder = tempFolder();
  const fence = take(folder);
  expect(fence.number).toBe(1);
  expect(acquireFence(folder, options).heldBy).toEqual(thisProcess());
  expect(fence.isOvertaken()).toBe(false);
  expect(statSync(join(folder, "fence-1")).mode & 0o777).toBe(0o600);
});

it("keeps the newest fence when it is released, and continues its numbering", () => {
  const folder = tempFolder();
  take(folder).release();
  expect(readFence(folder, options)).toMatchObject({ number: 1, state: "released" });
  expect(take(folder).number).toBe(2);
  expect(fencesIn(folder)).toEqual(["fence-2"]);
});

it("writes a released fence over the held one without changing its length", () => {
  const folder = tempFolder();
  const fence = take(folder);
  const held = readFileSync(join(folder, "fence-1"));
  fence.release();
  const released = readFileSync(join(folder, "fence-1"));
  expect(released.length).toBe(held.length);
  expect(JSON.parse(released.toString())).toEqual({ ...JSON.parse(held.toString()), released: true });
});

it("takes over from a pid that was reused by a later process", () => {
  const folder = tempFolder();
  writeFence(folder, 7, { ...thisProcess(), start: "1" });
  expect(readFence(folder, options)).toMatchObject({ number: 7, state: "dead" });
  expect(take(folder)).toMatchObject({ number: 8, isAfterTimeout: false });
});

it("trusts a pid without a start time only while its fence is refreshed", () => {
  const folder = tempFolder();
  const holder = { ...thisProcess(), start: undefined };
  writeFence(folder, 1, holder, 60_000);
  expect(acquireFence(folder, options).heldBy).toEqual(holder);
  writeFence(folder, 1, holder, 61_000);
  expect(take(folder)).toMatchObject({ number: 2, isAfterTimeout: true });
});

it("trusts a holder on another machine for a minute after its last refresh", () => {
  const folder = tempFolder();
  const elsewhere = { ...thisProcess(), machine: "elsewhere", hostname: "elsewhere" };
  writeFence(folder, 1, elsewhere, 60_000);
  expect(acquireFence(folder, takeAnyway).heldBy).toEqual(elsewhere);
  writeFence(folder, 1, elsewhere, 61_000);
  expect(take(folder)).toMatchObject({ number: 2, isAfterTimeout: true });
});

it("treats an incomplete fence like one on another machine", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "fence-1"), '{"pid":');
  touch(folder, 1, 0);
  expect(acquireFence(folder, options)).toEqual({ heldBy: undefined });
  touch(folder, 1, 61_000);
  expect(take(folder).number).toBe(2);
});

it("refreshes its fence every ten seconds", async () => {
  const folder = tempFolder();
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const moving = new FakeClock();
    const { fence } = acquireFence(folder, { clock: moving });
    await moving.advance(10_000);
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => statSync(join(folder, "fence-1")).mtimeMs).toBe(moving.now());
    fence?.release();
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it("is overtaken by the next number, however many takeovers it missed", () => {
  const folder = tempFolder();
  const stale = take(folder);
  const second = take(folder, takeAnyway);
  expect([stale.isOvertaken(), second.isOvertaken()]).toEqual([true, false]);
  const third = take(folder, takeAnyway);
  expect(existsSync(join(folder, "fence-2"))).toBe(false);
  expect([stale.isOvertaken(), second.isOvertaken(), third.isOvertaken()]).toEqual([true, true, false]);
  stale.release();
  expect(third.isOvertaken()).toBe(false);
  expect(readFence(folder, options)).toMatchObject({ number: 3, state: "held" });
});

it("is overtaken as soon as the next number exists", () => {
  const folder = tempFolder();
  const stale = take(folder);
  writeFileSync(join(folder, "fence-2"), "");
  expect(stale.isOvertaken()).toBe(true);
});

it("ignores files that only look like fences", () => {
  const folder = tempFolder();
  for (const name of ["fence-", "fence-0", "fence-1x", "fence-99.tmp", "xfence-5"])
    writeFileSync(join(folder, name), "");
  mkdirSync(join(folder, "artifacts"));
  expect(take(folder).number).toBe(1);
});

it("loses to the process that creates the same number first", () => {
  const folder = tempFolder();
  take(folder);
  let winner: Fence | undefined;
  const attempt = acquireFence(folder, {
    clock,
    isAlive: () => {
      winner ??= take(folder, takeAnyway);
      return false;
    },
  });
  expect(attempt.heldBy).toEqual(thisProcess());
  expect(winner?.isOvertaken()).toBe(false);
  expect(fencesIn(folder)).toEqual(["fence-2"]);
});

it("loses to a holder two numbers on, although the number between is free again", () => {
  const folder = tempFolder();
  take(folder);
  let winner: Fence | undefined;
  const attempt = acquireFence(folder, {
    clock,
    isAlive: () => {
      if (!winner) take(folder, takeAnyway).release();
      winner ??= take(folder);
      return false;
    },
  });
  expect(winner?.number).toBe(3);
  expect(attempt.heldBy).toEqual(thisProcess());
  expect(winner?.isOvertaken()).toBe(false);
  expect(fencesIn(folder)).toEqual(["fence-3"]);
});

function take(folder: string, fenceOptions: FenceOptions = options): Fence {
  const { fence, heldBy } = acquireFence(folder, fenceOptions);
  if (!fence) throw new Error(`held by ${JSON.stringify(heldBy)}`);
  return fence;
}

function writeFence(folder: string, number: number, holder: object, ageMs = 0): void {
  writeFileSync(join(folder, `fence-${number}`), JSON.stringify(holder));
  touch(folder, number, ageMs);
}

function touch(folder: string, number: number, ageMs: number): void {
  const time = (clock.now() - ageMs) / 1000;
  utimesSync(join(folder, `fence-${number}`), time, time);
}

function fencesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith("fence-"));
}
