import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { expect, it } from "vitest";
import { historyHome, taskWith } from "../../test/history-home.ts";
import { FileEventLog } from "../file-event-log.ts";
import { pruneDaily, pruneHistory } from "./prune-history.ts";

const day = 86_400;

/** A home with tasks that were last used so many days ago. */
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

it("removes folders, command outputs and words, and says what went and what is left", async () => {
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

it("keeps a task that is held, however old its log, and one that was opened lately", async () => {
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
