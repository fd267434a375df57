import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import type { TaskId } from "@roo-code/types";
import { expect, it } from "vitest";
import { tempFolder } from "../test/temp-folder.ts";
import { FileEventLog } from "./file-event-log.ts";
import { thisProcess } from "./holder.ts";

const { message, notice, taskStart } = eventDrafts;
const taskId = testTaskId("task-1");

it("makes a task private to its owner", async () => {
  const { log, tasksFolder } = setUp();
  await writeTask(log, 1);
  const modes = ["", taskId, `${taskId}/events.jsonl`].map((path) => statSync(join(tasksFolder, path)).mode & 0o777);
  expect(modes).toEqual([0o700, 0o700, 0o600]);
});

it("drops a last line torn at any byte, records that, and continues with the next number", async () => {
  const { log, tasksFolder } = setUp();
  const path = join(tasksFolder, taskId, "events.jsonl");
  await writeTask(log, 3);
  const whole = readFileSync(path);
  const lastLine = whole.lastIndexOf("\n", whole.length - 2) + 1;
  for (let size = lastLine + 1; size < whole.length; size += 1) {
    writeFileSync(path, whole.subarray(0, size));
    expect(await log.read(taskId)).toMatchObject([{ seq: 1 }, { seq: 2 }]);

    const writer = await log.open(taskId);
    const history = writer.takeHistory();
    expect(history).toMatchObject([{ seq: 1 }, { seq: 2 }, { seq: 3, type: "notice.added", code: "torn_tail" }]);
    expect(history[2]).toMatchObject({ message: expect.stringContaining(` ${size - lastLine} bytes `) });
    expect(await log.read(taskId)).toEqual(history);
    expect(writer.append([notice("more")]).events).toMatchObject([{ seq: 4 }]);
    await writer.close();
    expect(await log.read(taskId)).toHaveLength(4);
  }
});

it("refuses only the log that is damaged in the middle", async () => {
  const { log, tasksFolder } = setUp();
  const healthy = testTaskId("healthy");
  await writeTask(log, 3);
  await writeTask(log, 3, healthy);
  const path = join(tasksFolder, taskId, "events.jsonl");
  const lines = readFileSync(path, "utf8").split("\n");
  lines[1] = lines[1]?.slice(0, -4) ?? "";
  writeFileSync(path, lines.join("\n"));

  const damaged = { code: "task_damaged", message: expect.stringContaining("task-1/events.jsonl, line 2") };
  await expect(log.read(taskId)).rejects.toMatchObject(damaged);
  await expect(log.open(taskId)).rejects.toMatchObject(damaged);
  await expect(log.create(taskId)).rejects.toMatchObject({ code: "task_exists" });
  expect(readFileSync(path, "utf8")).toBe(lines.join("\n"));
  expect(await log.list()).toMatchObject([
    { taskId, status: "damaged" },
    { taskId: healthy, status: "interrupted" },
  ]);
  await (await log.open(healthy)).close();
  await log.delete(taskId);
  expect(await log.list()).toMatchObject([{ taskId: healthy }]);
});

it.each([
  { name: "no log", content: undefined },
  { name: "an empty log", content: "" },
  { name: "half a first line", content: '{"seq":1,"at":"20' },
])("does not treat a folder with $name as a task, but can create one in it", async ({ content }) => {
  const { log, tasksFolder } = setUp();
  mkdirSync(join(tasksFolder, taskId), { recursive: true });
  if (content !== undefined) writeFileSync(join(tasksFolder, taskId, "events.jsonl"), content);
  await expect(log.open(taskId)).rejects.toMatchObject({ code: "task_not_found" });
  await expect(log.read(taskId)).rejects.toMatchObject({ code: "task_not_found" });
  expect(await log.list()).toEqual([]);
  const writer = await log.create(taskId);
  await writer.append([taskStart(taskId)]).durable;
  expect(await log.read(taskId)).toMatchObject([{ seq: 1, type: "task.start" }]);
});

it("replaces the log so that late writes of a holder that timed out are not read", async () => {
  const { log, tasksFolder, clock } = setUp();
  const folder = join(tasksFolder, taskId);
  await writeTask(log, 2);
  appendFileSync(join(folder, "events.jsonl"), '{"torn');
  const staleFile = openSync(join(folder, "events.jsonl"), "a");
  writeFileSync(join(folder, "fence-1"), JSON.stringify({ ...thisProcess(), machine: "elsewhere" }));
  const longAgo = clock.now() / 1000 - 61;
  utimesSync(join(folder, "fence-1"), longAgo, longAgo);

  const writer = await log.open(taskId);
  await writer.append([notice("mine")]).durable;
  writeSync(staleFile, '{"seq":3,"at":"","type":"stale"}\n');
  closeSync(staleFile);
  expect(await log.read(taskId)).toMatchObject([{ seq: 1 }, { seq: 2 }, { code: "torn_tail" }, { message: "mine" }]);
  expect(statSync(join(folder, "events.jsonl")).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(["events.jsonl", "fence-2"]);
});

it("loses a task whose folder was removed", async () => {
  const { log, tasksFolder } = setUp();
  const writer = await log.create(taskId);
  await writer.append([taskStart(taskId)]).durable;
  await new FileEventLog({ tasksFolder, clock: new FakeClock(), isAlive: () => false }).delete(taskId);
  await expect(writer.append([notice("late")]).durable).rejects.toMatchObject({ code: "task_lost" });
  await writer.close();
  await expect(log.read(taskId)).rejects.toMatchObject({ code: "task_not_found" });
});

it("reports what to do when the tasks folder cannot be created", async () => {
  const blocked = tempFolder("file");
  writeFileSync(blocked, "");
  const log = new FileEventLog({ tasksFolder: join(blocked, "tasks"), clock: new FakeClock() });
  await expect(log.create(taskId)).rejects.toMatchObject({
    code: "log_write_failed",
    next: "Check the disk, then resume the task.",
  });
});

it("truncates a torn tail before writing after it", async () => {
  const { log, tasksFolder } = setUp();
  const path = join(tasksFolder, taskId, "events.jsonl");
  await writeTask(log, 2);
  const size = statSync(path).size;
  truncateSync(path, size + 10_000);
  const writer = await log.open(taskId);
  await writer.close();
  expect(writer.takeHistory()).toMatchObject([{}, {}, { message: expect.stringContaining(" 10000 bytes ") }]);
  expect(readFileSync(path).includes(0)).toBe(false);
});

function setUp() {
  const clock = new FakeClock();
  const tasksFolder = tempFolder("home/tasks");
  return { clock, tasksFolder, log: new FileEventLog({ tasksFolder, clock }) };
}

async function writeTask(log: FileEventLog, events: number, id: TaskId = taskId): Promise<void> {
  const writer = await log.create(id);
  const drafts = [taskStart(id), message("Grüße"), notice("three 👋")].slice(0, events);
  await writer.append(drafts).durable;
  await writer.close();
}
