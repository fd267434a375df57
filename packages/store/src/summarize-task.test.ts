import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import type { EventDraft } from "@roo-code/types";
import { expect, it } from "vitest";
import { tempFolder } from "../test/temp-folder.ts";
import { FileEventLog } from "./file-event-log.ts";

const { message, notice, runEnd, runStart, taskStart } = eventDrafts;
const taskId = testTaskId("task-1");

it("lists a thousand tasks with their status", async () => {
  const { log, tasksFolder } = setUp();
  const lines = [taskStart(taskId), message("Do it"), runStart(), runEnd("completed")].map((draft, index) =>
    JSON.stringify({ seq: index + 1, at: "2030-01-01T00:00:00.000Z", ...draft }),
  );
  for (let index = 0; index < 1_000; index += 1) {
    const folder = join(tasksFolder, `task-${index}`);
    mkdirSync(folder, { recursive: true });
    const isDone = index % 2 === 0;
    writeFileSync(join(folder, "events.jsonl"), `${lines.slice(0, isDone ? 4 : 3).join("\n")}\n`);
  }
  const summaries = await log.list();
  expect(summaries.filter((task) => task.status === "completed" && task.events === 4)).toHaveLength(500);
  expect(summaries.filter((task) => task.status === "interrupted" && task.events === 3)).toHaveLength(500);
});

it("reads no more than the ends of a log", async () => {
  const { log, path } = setUp();
  await writeTask(log, [taskStart(taskId), message("Huge")]);
  // A hole larger than any buffer: reading through it takes too much memory or time.
  truncateSync(path, 2 ** 40);
  appendFileSync(path, `\n{"seq":900,"at":"2031","type":"tool.end"}\n{"seq":901,"at":"2032","type":"notice.added"}\n`);
  expect(await log.list()).toMatchObject([{ title: "Huge", status: "interrupted", events: 901, updatedAt: "2032" }]);
});

it("finds the status in a last event larger than the window", async () => {
  const { log } = setUp();
  await writeTask(log, [taskStart(taskId), runStart(), runEnd("failed", "x".repeat(300_000))]);
  expect(await log.list()).toMatchObject([{ status: "failed", events: 3 }]);
});

it("finds the status before messages larger than the window", async () => {
  const { log } = setUp();
  const large = message("y".repeat(100_000));
  await writeTask(log, [taskStart(taskId), runEnd("limit"), large, large, notice("end")]);
  expect(await log.list()).toMatchObject([{ status: "limit", events: 5 }]);
});

it("keeps the status after the snapshot of an undo, but not after a rewind", async () => {
  const { log } = setUp();
  const saved: EventDraft = { type: "snapshot.added", snapshot: "s1-000000", label: "undo to 3", skipped: 0 };
  await writeTask(log, [taskStart(taskId), runStart(), runEnd("completed"), saved]);
  expect(await log.list()).toMatchObject([{ status: "completed", events: 4 }]);
  const writer = await log.open(taskId);
  await writer.append([{ type: "rewind.added", toSeq: 1 }]).durable;
  await writer.close();
  expect(await log.list()).toMatchObject([{ status: "interrupted", events: 5 }]);
});

it("keeps the status after a switch of the mode, but not after the start of another run", async () => {
  const { log } = setUp();
  const ended = [taskStart(taskId), runStart(), runEnd("completed")];
  const switched: EventDraft = { type: "mode.start", mode: "ask", reason: "chosen by the user" };
  await writeTask(log, [...ended, switched]);
  expect(await log.list()).toMatchObject([{ status: "completed", events: 4 }]);
  const writer = await log.open(taskId);
  await writer.append([runStart(), switched]).durable;
  await writer.close();
  expect(await log.list()).toMatchObject([{ status: "interrupted", events: 6 }]);
});

it("finds the title of a first message larger than the window", async () => {
  const { log } = setUp();
  await writeTask(log, [taskStart(taskId), runStart(), message(`Look at this\n${"z".repeat(100_000)}`)]);
  expect(await log.list()).toMatchObject([{ title: "Look at this" }]);
});

it("finds everything after a first event larger than the window, such as one with long rules", async () => {
  const { log } = setUp();
  const start = { ...taskStart(taskId), instructions: "rule\n".repeat(20_000) } as EventDraft;
  await writeTask(log, [start, runStart(), message("With rules"), runEnd("completed")]);
  expect(await log.list()).toMatchObject([{ title: "With rules", status: "completed", cwd: "/project", events: 4 }]);
});

it("has no title if no message is near the start", async () => {
  const { log } = setUp();
  await writeTask(log, [taskStart(taskId), notice("n".repeat(100_000)), message("late")]);
  expect(await log.list()).toMatchObject([{ title: "", events: 3 }]);
});

it("takes the status from the last complete event of a torn log", async () => {
  const { log, path } = setUp();
  await writeTask(log, [taskStart(taskId), message("Torn"), runEnd("completed")]);
  appendFileSync(path, '\0\0\0\n{"seq":4,"at":');
  expect(await log.list()).toMatchObject([{ status: "completed", title: "Torn", events: 3 }]);
});

it.each([
  { name: "first", line: 0, title: "" },
  { name: "middle", line: 2, title: "Damaged" },
])("lists a log with a damaged $name line as damaged", async ({ line, title }) => {
  const { log, path } = setUp();
  await writeTask(log, [taskStart(taskId), message("Damaged"), notice("three"), runEnd("completed")]);
  const lines = readFileSync(path, "utf8").split("\n");
  lines[line] = "rubbish";
  writeFileSync(path, lines.join("\n"));
  expect(await log.list()).toMatchObject([{ taskId, status: "damaged", title }]);
});

it("lists a long log with a damaged line before its last one as damaged", async () => {
  const { log, path } = setUp();
  await writeTask(log, [taskStart(taskId), message("Long"), runEnd("completed"), notice("n".repeat(100_000))]);
  appendFileSync(path, `rubbish\n{"seq":6,"at":"2030","type":"notice.added"}\n`);
  expect(await log.list()).toMatchObject([{ taskId, status: "damaged", title: "Long" }]);
});

it("lists logs without events as damaged, and all others normally", async () => {
  const { log, tasksFolder } = setUp();
  await writeTask(log, [taskStart(taskId)]);
  const odd = join(tasksFolder, "odd-task");
  mkdirSync(odd);
  writeFileSync(join(odd, "events.jsonl"), '{"seq":1,"at":"2030","type":"task.start"}\n');
  expect(await log.list()).toMatchObject([
    { taskId, status: "interrupted" },
    { taskId: "odd-task", status: "damaged" },
  ]);
});

it("ignores what is not a task", async () => {
  const { log, tasksFolder } = setUp();
  expect(await log.list()).toEqual([]);
  await writeTask(log, [taskStart(taskId)]);
  writeFileSync(join(tasksFolder, "notes.txt"), "");
  writeFileSync(join(tasksFolder, "file-like-a-task"), "");
  symlinkSync("nowhere", join(tasksFolder, "dangling"));
  for (const folder of [".hidden", "a b", "empty-folder", "pipe-inside", "folder-inside/events.jsonl"]) {
    mkdirSync(join(tasksFolder, folder), { recursive: true });
  }
  execFileSync("mkfifo", [join(tasksFolder, "pipe-inside", "events.jsonl")]);
  expect(await log.list()).toMatchObject([{ taskId }]);
  expect(statSync(join(tasksFolder, "notes.txt")).isFile()).toBe(true);
});

function setUp() {
  const tasksFolder = tempFolder("tasks");
  const log = new FileEventLog({ tasksFolder, clock: new FakeClock() });
  return { log, tasksFolder, path: join(tasksFolder, taskId, "events.jsonl") };
}

async function writeTask(log: FileEventLog, drafts: readonly EventDraft[]): Promise<void> {
  const writer = await log.create(taskId);
  await writer.append(drafts).durable;
  await writer.close();
}
