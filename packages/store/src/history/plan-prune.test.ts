import { testTaskId } from "@roo-code/testkit/event-drafts";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { planPrune, type StoredTask } from "./plan-prune.ts";

const day = 86_400_000;
const now = 1000 * day;

function task(name: string, daysUnused: number, more: Partial<StoredTask> = {}): StoredTask {
  return { taskId: testTaskId(name), title: "", bytes: 100, usedAt: now - daysUnused * day, isRunning: false, ...more };
}

const idsOf = (removals: readonly StoredTask[]) => removals.map(({ taskId }) => taskId);

it("removes what was not used for too long", () => {
  const tasks = [task("young", 29), task("aged", 31), task("running", 90, { isRunning: true })];
  expect(planPrune(tasks, { maxAgeDays: 30 }, now)).toEqual([{ ...tasks[1], reason: "age" }]);
});

it("removes the longest unused until the rest fits", () => {
  const tasks = [task("third", 3), task("first", 9), task("second", 6)];
  expect(planPrune(tasks, { maxBytes: 150 }, now)).toMatchObject([
    { taskId: "first", reason: "size" },
    { taskId: "second", reason: "size" },
  ]);
  expect(planPrune(tasks, { maxBytes: 300 }, now)).toEqual([]);
});

it("counts what is too old before it counts what is too much", () => {
  const tasks = [task("aged", 31), task("young", 3)];
  expect(idsOf(planPrune(tasks, { maxAgeDays: 30, maxBytes: 100 }, now))).toEqual(["aged"]);
});

it("keeps what was used within the last day, and what has no time", () => {
  const tasks = [task("today", 0.9, { bytes: 1e9 }), task("tomorrow", -3), task("never", 0, { usedAt: Number.NaN })];
  expect(planPrune(tasks, { maxAgeDays: 0.1, maxBytes: 1 }, now)).toEqual([]);
});

it("removes nothing without a limit", () => {
  expect(planPrune([task("ancient", 900)], {}, now)).toEqual([]);
});

it("never removes what is protected, and no more than the size asks for", () => {
  const anyTask = fc.record({
    days: fc.double({ min: 0, max: 5, noNaN: true }),
    bytes: fc.nat(1000),
    isRunning: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyTask, { maxLength: 20 }), fc.integer({ min: 1, max: 5000 }), (made, maxBytes) => {
      const tasks = made.map(({ days, ...more }, index) => task(`task-${index}`, days, more));
      const removals = planPrune(tasks, { maxBytes }, now);
      expect(removals.every(({ isRunning, usedAt }) => !isRunning && now - usedAt > day)).toBe(true);
      const sum = (list: readonly StoredTask[]) => list.reduce((total, { bytes }) => total + bytes, 0);
      const isLastNeeded = removals.length === 0 || sum(tasks) - sum(removals.slice(0, -1)) > maxBytes;
      expect(isLastNeeded).toBe(true);
    }),
    { numRuns: 100 },
  );
});
