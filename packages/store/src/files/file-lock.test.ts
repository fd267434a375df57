import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it } from "vitest";
import { realClock } from "../../test/real-clock.ts";
import { tempFolder } from "../../test/temp-folder.ts";
import { thisProcess } from "../holder.ts";
import { withFileLock } from "./file-lock.ts";

it("admits one at a time and leaves no files, also after a failure", async () => {
  const path = tempFolder("file");
  let inside = 0;
  const enter = async (index: number) => {
    inside += 1;
    expect(inside).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
    if (index === 3) throw new Error("inside");
  };
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((index) => withFileLock(path, realClock, () => enter(index))),
  );
  expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(1);
  expect(readdirSync(dirname(path))).toEqual([]);
});

it("fails after five seconds, and names the holder", async () => {
  const path = tempFolder("settings.json");
  const clock = new FakeClock();
  writeFileSync(`${path}.lock`, `token\n${JSON.stringify(thisProcess())}\n`);
  const outcome = withFileLock(path, clock, () => "never").catch((error: unknown) => error);
  await clock.untilSleeping();
  await clock.advance(5_100);
  expect(await outcome).toMatchObject({
    code: "settings_busy",
    message: expect.stringMatching(new RegExp(`^settings\\.json .* process ${process.pid} on `)),
  });
  expect(existsSync(`${path}.lock`)).toBe(true);
});

it("waits longer than five seconds while the holders change", async () => {
  const path = tempFolder("settings.json");
  const clock = new FakeClock();
  writeFileSync(`${path}.lock`, `token-0\n${JSON.stringify(thisProcess())}\n`);
  const outcome = withFileLock(path, clock, () => "entered");
  for (const round of [1, 2, 3]) {
    await clock.untilSleeping();
    await clock.advance(4_900);
    writeFileSync(`${path}.lock`, `token-${round}\n${JSON.stringify(thisProcess())}\n`);
  }
  await clock.untilSleeping();
  await clock.advance(100);
  rmSync(`${path}.lock`);
  await clock.advance(100);
  expect(await outcome).toBe("entered");
});

it.each([
  ["whose process is dead", `token\n${JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1, start: "1" })}\n`, 0],
  [
    "of another machine that was not touched for long",
    `token\n${JSON.stringify({ ...thisProcess(), machine: "other" })}\n`,
    11,
  ],
  ["of a later time, of another machine", `token\n${JSON.stringify({ ...thisProcess(), machine: "other" })}\n`, -3_600],
  ["that says nothing", "", 3],
  ["that is incomplete", "token\n{", 3],
])("takes over a lock %s", async (_, content, ageSeconds) => {
  const path = tempFolder("file");
  const clock = new FakeClock(Date.now());
  writeFileSync(`${path}.lock`, content);
  const touched = clock.now() / 1000 - ageSeconds;
  utimesSync(`${path}.lock`, touched, touched);
  const taking = withFileLock(path, clock, () => readFileSync(`${path}.lock`, "utf8"));
  await clock.untilSleeping();
  await clock.advance(100);
  expect(await taking).toContain(`"pid":${process.pid}`);
  expect(readdirSync(dirname(path))).toEqual([]);
});

it.each([
  ["of another machine", `token\n${JSON.stringify({ ...thisProcess(), machine: "other" })}\n`, 9],
  ["that says nothing yet", "", 1],
])("waits for a lock %s that may be in use", async (_, content, ageSeconds) => {
  const path = tempFolder("file");
  const clock = new FakeClock(Date.now());
  writeFileSync(`${path}.lock`, content);
  const touched = clock.now() / 1000 - ageSeconds;
  utimesSync(`${path}.lock`, touched, touched);
  let isInside = false;
  const waiting = withFileLock(path, clock, () => {
    isInside = true;
  });
  await clock.untilSleeping();
  await clock.advance(500);
  expect(isInside).toBe(false);
  await clock.advance(2_000);
  await waiting;
  expect(isInside).toBe(true);
});

it("takes over from a process that died during a takeover", async () => {
  const path = tempFolder("file");
  const dead = JSON.stringify({ ...thisProcess(), pid: 2 ** 22 + 1, start: "1" });
  writeFileSync(`${path}.lock`, `first\n${dead}\n`);
  writeFileSync(`${path}.lock.first`, `second\n${dead}\n`);
  await withFileLock(path, realClock, () => {});
  expect(readdirSync(dirname(path))).toEqual([]);
});

it("does not remove a lock that was taken over from it", async () => {
  const path = tempFolder("file");
  await withFileLock(path, realClock, () => writeFileSync(`${path}.lock`, "another\n{}\n"));
  expect(readFileSync(`${path}.lock`, "utf8")).toBe("another\n{}\n");
});
