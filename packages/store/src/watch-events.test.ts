import { appendFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import type { TaskEvent } from "@roo-code/types";
import { expect, it, onTestFinished } from "vitest";
import { tempFolder } from "../test/temp-folder.ts";
import { FileEventLog } from "./file-event-log.ts";

const { message, notice, taskStart } = eventDrafts;
const taskId = testTaskId("task-1");
const line = (seq: number, text = ""): string => `${JSON.stringify({ seq, at: "2030", type: "noted", text })}\n`;

it("never returns a line before its last byte is written", async () => {
  const { watching, path } = await setUp();
  await watching.take(1);
  const text = line(2, "Grüße 👋");
  const next = watching.take(1);
  const bytes = Buffer.from(text);
  for (const byte of bytes) {
    appendFileSync(path, Buffer.of(byte));
    await new Promise((resolve) => setImmediate(resolve));
  }
  appendFileSync(path, line(3));
  expect(await next).toEqual([JSON.parse(text)]);
  expect(await watching.take(1)).toMatchObject([{ seq: 3 }]);
});

it("reads a long log in parts, including lines longer than a part", async () => {
  const { watching, writer } = await setUp();
  await writer.append([message("x".repeat(2_000_000)), ...Array.from({ length: 5_000 }, () => notice("y".repeat(200)))])
    .durable;
  const events = await watching.take(5_002);
  expect(events.map((event) => event.seq)).toEqual(Array.from({ length: 5_002 }, (_, index) => index + 1));
});

it("waits at a torn tail until it is truncated and the log continues", async () => {
  const { watching, path, log, writer } = await setUp();
  await writer.close();
  appendFileSync(path, "rubbish\n{");
  await watching.take(1);
  const next = watching.take(2);
  const taker = await log.open(taskId);
  await taker.append([notice("on")]).durable;
  expect(await next).toMatchObject([
    { seq: 2, code: "torn_tail" },
    { seq: 3, message: "on" },
  ]);
});

it("continues after lines were truncated, without returning a number twice", async () => {
  const { watching, path } = await setUp();
  appendFileSync(path, line(2) + line(3));
  await watching.take(3);
  const next = watching.take(1);
  truncateSync(path, 0);
  appendFileSync(path, line(1) + line(2) + line(3, "another") + line(4));
  expect(await next).toMatchObject([{ seq: 4 }]);
});

it("fails at a damaged line", async () => {
  const { watching, path } = await setUp();
  await watching.take(1);
  const next = watching.take(1);
  writeFileSync(path, `rubbish\n${line(3)}`, { flag: "a" });
  await expect(next).rejects.toMatchObject({ code: "task_damaged", message: expect.stringContaining("line 2") });
});

async function setUp() {
  const tasksFolder = tempFolder("tasks");
  const log = new FileEventLog({ tasksFolder, clock: new FakeClock() });
  const writer = await log.create(taskId);
  await writer.append([taskStart(taskId)]).durable;
  const iterator = log.watch(taskId, 0, new AbortController().signal)[Symbol.asyncIterator]();
  onTestFinished(async () => {
    await iterator.return?.();
  });
  const take = async (count: number): Promise<TaskEvent[]> => {
    const events: TaskEvent[] = [];
    while (events.length < count) {
      const { value, done } = await iterator.next();
      if (done) return events;
      events.push(value);
    }
    return events;
  };
  return { log, writer, watching: { take }, path: join(tasksFolder, taskId, "events.jsonl") };
}
