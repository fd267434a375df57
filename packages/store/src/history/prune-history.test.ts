import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { historyHome, taskWith } from "../../test/history-home.ts";
import { FileEventLog } from "../file-event-log.ts";
import { planPrune, type StoredTask } from "./plan-prune.ts";
import { pruneDaily, pruneHistory } from "./prune-history.ts";

const dayMs = 86_400_000;
const day = dayMs / 1000;

/** A home with tasks and how many days ago they were last used. */
function setUp(tasks: Readonly<Record<string, number>>) {
  const here = historyHome();
  for (const [name, days] of Object.entries(tasks)) {
    here.write(name, taskWith(`${name} said`));
    const seconds = here.clock.now() / 1000 - days * day;
    utimesSync(here.logOf(name), seconds, seconds);
  }
  const ids = async () => (await new FileEventLog(here.paths).list()).map(({ taskId }) => taskId).sort();
  return { ...here, ids };
}

it("removes folders, command outputs and index entries, and reports what was removed and what is left", async () => {
  const here = setUp({ canaryxqzj: 40, kept: 20 });
  const output = join(dirname(here.logOf("canaryxqzj")), "command-output", "1.txt");
  mkdirSync(dirname(output));
  writeFileSync(output, "canaryxqzj".repeat(100));
  symlinkSync(here.logOf("kept"), join(dirname(output), "link"));
  await here.search("said");
  const planned = await pruneHistory(here.paths, { limits: { maxAgeDays: 30 }, isDryRun: true });
  expect(planned).toMatchObject({
    removed: [{ taskId: "canaryxqzj", reason: "age", title: "canaryxqzj said" }],
    tasks: 1,
  });
  expect(planned.removed[0]?.bytes).toBeGreaterThan(1000);
  expect(await here.ids()).toEqual(["canaryxqzj", "kept"]);
  expect(await pruneHistory(here.paths, { limits: { maxAgeDays: 30 } })).toEqual(planned);
  expect(await here.ids()).toEqual(["kept"]);
  expect(here.filesWith("canaryxqzj")).toEqual([]);
  expect(await here.search("said")).toMatchObject({ tasks: 1, isIndexed: true });
});

it("keeps a task that is held, however old its log, and one that was opened recently", async () => {
  const here = setUp({ "left-task": 40 });
  const log = new FileEventLog(here.paths);
  const held = await log.create(testTaskId("held-task"));
  await held.append([eventDrafts.taskStart(testTaskId("held-task"))]).durable;
  const opened = await log.open(testTaskId("left-task"));
  await opened.close();
  const old = here.clock.now() / 1000 - 40 * day;
  for (const name of ["held-task", "left-task"]) utimesSync(here.logOf(name), old, old);
  const now = here.clock.now() / 1000;
  utimesSync(join(dirname(here.logOf("left-task")), "fence-1"), now, now);
  expect(await pruneHistory(here.paths, { limits: { maxAgeDays: 30, maxBytes: 1 } })).toMatchObject({ removed: [] });
  await held.close();
});

it("prunes once a day, and not at all without a limit", async () => {
  const here = setUp({ aged: 40 });
  expect(await pruneDaily(here.paths, {})).toBeUndefined();
  expect(await pruneDaily(here.paths, { maxAgeDays: 30 })).toMatchObject({ removed: [{ taskId: "aged" }] });
  expect(await pruneDaily(here.paths, { maxAgeDays: 30 })).toBeUndefined();
  await here.clock.advance(86_400_000);
  expect(await pruneDaily(here.paths, { maxAgeDays: 30 })).toMatchObject({ removed: [] });
});

it("finds nothing to prune where there are no tasks", async () => {
  const here = historyHome();
  const outcome = await pruneHistory(here.paths, { limits: { maxAgeDays: 1 } });
  expect(outcome).toEqual({ removed: [], failed: [], tasks: 0, bytes: 0 });
});

const now = 1000 * dayMs;

function task(name: string, daysUnused: number, more: Partial<StoredTask> = {}): StoredTask {
  return {
    taskId: testTaskId(name),
    title: "",
    bytes: 100,
    usedAt: now - daysUnused * dayMs,
    isRunning: false,
    ...more,
  };
}

const idsOf = (removals: readonly StoredTask[]) => removals.map(({ taskId }) => taskId);

it("removes tasks that were not used for too long", () => {
  const tasks = [task("young", 29), task("aged", 31), task("running", 90, { isRunning: true })];
  expect(planPrune(tasks, { maxAgeDays: 30 }, now)).toEqual([{ ...tasks[1], reason: "age" }]);
});

it("removes the least recently used until the rest fits", () => {
  const tasks = [task("third", 3), task("first", 9), task("second", 6)];
  expect(planPrune(tasks, { maxBytes: 150 }, now)).toMatchObject([
    { taskId: "first", reason: "size" },
    { taskId: "second", reason: "size" },
  ]);
  expect(planPrune(tasks, { maxBytes: 300 }, now)).toEqual([]);
});

it("applies the age limit before the size limit", () => {
  const tasks = [task("aged", 31), task("young", 3)];
  expect(idsOf(planPrune(tasks, { maxAgeDays: 30, maxBytes: 100 }, now))).toEqual(["aged"]);
});

it("keeps tasks used within the last day, and those without a time", () => {
  const tasks = [task("today", 0.9, { bytes: 1e9 }), task("tomorrow", -3), task("never", 0, { usedAt: Number.NaN })];
  expect(planPrune(tasks, { maxAgeDays: 0.1, maxBytes: 1 }, now)).toEqual([]);
});

it("removes nothing without a limit", () => {
  expect(planPrune([task("ancient", 900)], {}, now)).toEqual([]);
});

it("never removes protected tasks, and no more than the size limit requires", () => {
  const anyTask = fc.record({
    days: fc.double({ min: 0, max: 5, noNaN: true }),
    bytes: fc.nat(1000),
    isRunning: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(anyTask, { maxLength: 20 }), fc.integer({ min: 1, max: 5000 }), (items, maxBytes) => {
      const tasks = items.map(({ days, ...more }, index) => task(`task-${index}`, days, more));
      const removals = planPrune(tasks, { maxBytes }, now);
      expect(removals.every(({ isRunning, usedAt }) => !isRunning && now - usedAt > dayMs)).toBe(true);
      const sum = (list: readonly StoredTask[]) => list.reduce((total, { bytes }) => total + bytes, 0);
      const isLastNeeded = removals.length === 0 || sum(tasks) - sum(removals.slice(0, -1)) > maxBytes;
      expect(isLastNeeded).toBe(true);
    }),
    { numRuns: 100 },
  );
});
