import { mkdtempSync, realpathSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { type TempDatabases, tempDatabases } from "@roo-code/testkit/temp-database";
import type { EventDraft, TaskId, Usage } from "@roo-code/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LiveDatabase } from "../src/database/live-database.ts";
import { FileEventLog } from "../src/file-event-log.ts";
import { TaskProjections } from "../src/projections/task-projections.ts";
import { IdempotencyRecords } from "../src/records/idempotency-records.ts";
import { WorkspaceRecords } from "../src/records/workspace-records.ts";

let databases: TempDatabases;
let database: LiveDatabase;
let folder: string;
beforeAll(async () => {
  databases = await tempDatabases();
  const { url } = await databases.create();
  database = new LiveDatabase({ home: "", url });
});
afterAll(async () => {
  await database.close();
  await databases[Symbol.asyncDispose]();
});

describe("projections of tasks", () => {
  let log: FileEventLog;
  let projections: TaskProjections;
  let clock: FakeClock;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "roo-projections-")));
    clock = new FakeClock();
    log = new FileEventLog({ tasksFolder: folder, clock });
    projections = new TaskProjections({ database, tasksFolder: folder, place: folder, owner: folder });
    return () => rmSync(folder, { recursive: true, force: true });
  });

  const of = async (taskId: TaskId) => (await projections.of(await log.list())).get(taskId);
  const begun = (taskId: TaskId): EventDraft[] => [eventDrafts.taskStart(taskId), eventDrafts.runStart()];

  async function write(taskId: TaskId, drafts: readonly EventDraft[], isNew = true): Promise<void> {
    const writer = await (isNew ? log.create(taskId) : log.open(taskId));
    await writer.append(drafts).durable;
    await writer.close();
  }

  it("continues from the last position, whichever process writes the log", async () => {
    const taskId = testTaskId("task-1");
    await write(taskId, [...begun(taskId), turn(10, 0.5)]);
    expect(await of(taskId)).toMatchObject({ lastSeq: 3, turns: 1, usage: { inputTokens: 10, costUsd: 0.5 } });
    await write(taskId, [turn(5), asked("c1"), { type: "mode.start", mode: "ask", reason: "" }], false);
    expect(await of(taskId)).toMatchObject({
      lastSeq: 6,
      turns: 2,
      mode: "ask",
      usage: { inputTokens: 15, costUsd: 0.5 },
      waiting: { c1: "approval" },
    });
    await write(taskId, [{ type: "approval.end", callId: "c1", opId: "o", decision: "allow" }], false);
    expect(await of(taskId)).toMatchObject({ lastSeq: 7, waiting: {} });
    const another = new TaskProjections({ database, tasksFolder: folder, place: folder, owner: folder });
    expect((await another.of(await log.list())).get(taskId)).toEqual(await of(taskId));
  });

  it("recounts when a log was truncated, and counts nothing twice", async () => {
    const taskId = testTaskId("task-1");
    await write(taskId, [...begun(taskId), turn(10)]);
    await of(taskId);
    const { size } = statSync(join(folder, taskId, "events.jsonl"));
    await write(taskId, [turn(100)], false);
    await Promise.all([of(taskId), of(taskId), of(taskId)]);
    truncateSync(join(folder, taskId, "events.jsonl"), size);
    await clock.advance(1_000);
    await write(taskId, [turn(1)], false);
    expect(await of(taskId)).toMatchObject({ lastSeq: 4, turns: 2, usage: { inputTokens: 11 } });
    const { total } = await projections.usage(folder, { by: "day" });
    expect(total).toMatchObject({ tasks: 1, turns: 2, usage: { inputTokens: 11, costUsd: null } });
  });

  it("restores the mode after a rewind", async () => {
    const taskId = testTaskId("task-1");
    await write(taskId, [...begun(taskId), turn(1), { type: "mode.start", mode: "ask", reason: "" }, asked("c1")]);
    expect(await of(taskId)).toMatchObject({ mode: "ask", waiting: { c1: "approval" } });
    await write(taskId, [{ type: "rewind.added", toSeq: 3 }], false);
    expect(await of(taskId)).toMatchObject({ mode: "code", waiting: {}, usage: { inputTokens: 1 } });
  });

  it("sums up usage by day, model, mode and folder, each reply once", async () => {
    const [parent, child, fork] = [testTaskId("task-1"), testTaskId("task-2"), testTaskId("task-3")];
    await write(parent, [
      ...begun(parent),
      turn(10, 1),
      { ...turn(20, 2), model: "other" },
      {
        type: "subtask.end",
        callId: "c",
        taskId: child,
        status: "completed",
        turns: 1,
        usage: used(7, 4),
        filesChanged: [],
      },
    ]);
    await write(child, [...begun(child), turn(7, 4)]);
    const start = eventDrafts.taskStart(fork);
    await write(fork, [
      { ...start, forkedFrom: { taskId: parent, seq: 3 } } as EventDraft,
      turn(10, 1),
      eventDrafts.runStart(),
      turn(3),
    ]);
    await projections.refresh(() => log.list());
    expect(await of(parent)).toMatchObject({ usage: { inputTokens: 37, costUsd: 7 } });
    expect(await of(fork)).toMatchObject({ usage: { inputTokens: 13, costUsd: 1 } });
    const { rows, total } = await projections.usage(folder, { by: "model" });
    expect(rows.map(({ key, tasks, usage }) => [key, tasks, usage.inputTokens, usage.costUsd])).toEqual([
      ["other", 1, 20, 2],
      [expect.any(String), 3, 20, 5],
    ]);
    expect(total).toMatchObject({ tasks: 3, turns: 4, usage: { inputTokens: 40, costUsd: 7 } });
    const [day] = (await projections.usage(folder, { by: "day" })).rows;
    expect(day?.key).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await projections.usage(folder, { by: "day", to: "1970-01-01" })).rows).toEqual([]);
    expect((await projections.usage(folder, { by: "folder" })).rows).toHaveLength(1);
    expect((await projections.usage(folder, { by: "mode", folder: "elsewhere" })).total.tasks).toBe(0);
  });

  it("removes deleted tasks, but not their usage", async () => {
    const taskId = testTaskId("task-1");
    await write(taskId, [...begun(taskId), turn(10, 1)]);
    await projections.refresh(() => log.list());
    await log.delete(taskId);
    await projections.refresh(() => log.list());
    expect((await projections.usage(folder, { by: "day" })).total).toMatchObject({ tasks: 1, usage: { costUsd: 1 } });
  });
});

describe("workspace records", () => {
  const of = (owner: string, id: string, path: string) => ({
    owner,
    id,
    folder: path,
    name: id,
    isOwned: false,
    quotaBytes: null,
  });

  it("keep each folder once per owner, and show it to no other owner", async () => {
    const records = new WorkspaceRecords(database);
    const first = await records.put(of("anna", "w-1", "/a"));
    expect(await records.put(of("anna", "w-2", "/a"))).toMatchObject({ id: first.id });
    await records.put(of("ben", "w-3", "/a"));
    expect((await records.list("anna")).map(({ id }) => id)).toEqual(["w-1"]);
    expect(await records.find("ben", "w-1")).toBeUndefined();
    await records.remove("ben", "w-1");
    expect(await records.find("anna", "w-1")).toBeDefined();
    await records.remove("anna", "w-1");
    expect(await records.list("anna")).toEqual([]);
  });
});

describe("idempotency records", () => {
  const request = { owner: "o", key: "k", operation: "tasks.create", requestHash: "h", reservedId: "r-1" };

  it("admit one request, and keep its response for all others", async () => {
    const records = new IdempotencyRecords(database);
    const begun = await Promise.all([1, 2, 3].map((n) => records.begin({ ...request, reservedId: `r-${n}` })));
    expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(new Set(begun.map(({ record }) => record.reservedId)).size).toBe(1);
    await records.finish(request, { status: 201, body: "{}" });
    expect(await records.begin(request)).toMatchObject({ isNew: false, record: { status: 201, body: "{}" } });
    await records.drop(request);
    expect((await records.begin(request)).isNew).toBe(false);
    await records.forget(0);
    expect((await records.begin(request)).isNew).toBe(true);
    await records.drop(request);
    expect((await records.begin(request)).isNew).toBe(true);
  });
});

function used(inputTokens: number, costUsd: number | null = null): Usage {
  return { inputTokens, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd };
}

function turn(inputTokens: number, costUsd?: number): EventDraft & { type: "turn.end" } {
  return {
    type: "turn.end",
    turn: 1,
    message: { role: "assistant", content: [{ type: "tool-call", callId: "c1", name: "x", input: {} }] },
    usage: used(inputTokens, costUsd),
    stopReason: "end",
  };
}

function asked(callId: string): EventDraft {
  return { type: "approval.requested", callId, name: "x", subject: { kind: "command", summary: "make" } };
}
