import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import type { TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { FileEventLog } from "../src/index.ts";
import { startHolder } from "./start-holder.ts";
import { tempFolder } from "./temp-folder.ts";

const taskId = testTaskId("shared-task");

it("refuses a task that another process holds, and names that process", async () => {
  const { log, holder } = await setUp();
  await holder.send("create");
  await holder.send("append");
  const busy = { code: "task_busy", message: expect.stringContaining(`process ${holder.process.pid} `) };
  await expect(log.open(taskId)).rejects.toMatchObject(busy);
  await expect(log.delete(taskId)).rejects.toMatchObject(busy);
  await expect(log.create(taskId)).rejects.toMatchObject({ code: "task_exists" });
  expect(await log.list()).toMatchObject([{ status: "running", events: 1 }]);

  await holder.send("close");
  const writer = await log.open(taskId);
  expect(await holder.send("open")).toEqual({ failed: "task_busy" });
  await writer.close();
});

it("takes over from a killed process, with everything it had acknowledged", async () => {
  const { log, holder } = await setUp();
  await holder.send("create");
  expect(await holder.send("append")).toEqual({ done: 1 });
  expect(await holder.send("append")).toEqual({ done: 2 });
  await holder.kill();
  expect(await log.list()).toMatchObject([{ status: "interrupted", events: 2 }]);
  const writer = await log.open(taskId);
  expect(writer.takeHistory()).toMatchObject([{ seq: 1 }, { seq: 2 }]);
  await writer.append([eventDrafts.notice("mine")]).durable;
  expect(await log.read(taskId)).toMatchObject([{ seq: 1 }, { seq: 2 }, { seq: 3, message: "mine" }]);
});

it("keeps a task while its process is stopped", async () => {
  const { log, holder } = await setUp();
  await holder.send("create");
  holder.process.kill("SIGSTOP");
  await expect(log.open(taskId)).rejects.toMatchObject({ code: "task_busy" });
});

it("rejects what a stale holder writes after a takeover", async () => {
  const { log, tasksFolder, holder } = await setUp();
  await holder.send("create");
  await holder.send("append");
  holder.process.kill("SIGSTOP");
  const taker = new FileEventLog({ tasksFolder, clock: new FakeClock(), isAlive: () => false });
  const writer = await taker.open(taskId);
  await writer.append([eventDrafts.notice("taken over")]).durable;
  holder.process.kill("SIGCONT");
  expect(await holder.send("append")).toEqual({ failed: "task_lost" });
  await writer.append([eventDrafts.notice("still mine")]).durable;
  expect(await holder.send("append")).toEqual({ failed: "task_lost" });
  expect(await holder.send("close")).toMatchObject({ done: holder.process.pid });
  await expect(log.open(taskId)).rejects.toMatchObject({ code: "task_busy" });
  expect(await log.read(taskId)).toMatchObject([{ seq: 1 }, { message: "taken over" }, { message: "still mine" }]);
});

it("lets only one of many contending processes write at a time", async () => {
  const { log, tasksFolder, holder } = await setUp();
  await holder.send("create");
  await holder.send("append");
  await holder.send("close");
  const contenders = [holder, startHolder(tasksFolder, taskId), startHolder(tasksFolder, taskId)];
  const answers = await Promise.all(contenders.map((contender) => contender.send("contend")));
  expect(answers).toEqual(contenders.map(() => ({ done: expect.any(Number) })));
  const successes = answers.reduce((sum, answer) => sum + ("done" in answer ? answer.done : 0), 0);
  expect(successes).toBeGreaterThan(0);
  expect(await log.read(taskId)).toHaveLength(1 + successes);
});

it("shows a watcher what another process writes", async () => {
  const { log, holder } = await setUp();
  await holder.send("create");
  await holder.send("append");
  const seen: TaskEvent[] = [];
  for await (const event of log.watch(taskId, 0, new AbortController().signal)) {
    seen.push(event);
    if (seen.length === 5) break;
    void holder.send("append");
  }
  expect(seen.map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
});

async function setUp() {
  const tasksFolder = tempFolder("tasks");
  const log = new FileEventLog({ tasksFolder, clock: new FakeClock() });
  return { tasksFolder, log, holder: startHolder(tasksFolder, taskId) };
}
