import type { Clock, EventDraft, EventLog, TaskEvent, TaskId } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { eventDrafts, testTaskId } from "./event-drafts.ts";
import { FakeClock } from "./fake-clock.ts";

const { message, notice, runEnd, runStart, taskStart } = eventDrafts;
const taskId = testTaskId("task-1");

/** The contract of `EventLog`, for every implementation. `createLog` returns an empty log and cleans up after itself. */
export function eventLogCases(name: string, createLog: (clock: Clock) => EventLog | Promise<EventLog>): void {
  describe(`${name}: writing`, () => {
    it("numbers from 1, stamps with the clock and reads back what was appended", async () => {
      const { log, clock } = await setUp(createLog);
      const writer = await log.create(taskId);
      const first = writer.append([taskStart(taskId), message("Grüße 👋\nline two\u2028")]);
      await clock.advance(1_500);
      const second = writer.append([notice("\ud800 alone")]);
      await Promise.all([first.durable, second.durable]);

      expect([...first.events, ...second.events]).toEqual([
        { seq: 1, at: "2030-01-01T00:00:00.000Z", ...taskStart(taskId) },
        { seq: 2, at: "2030-01-01T00:00:00.000Z", ...message("Grüße 👋\nline two\u2028") },
        { seq: 3, at: "2030-01-01T00:00:01.500Z", ...notice("\ud800 alone") },
      ]);
      expect(await log.read(taskId)).toEqual([...first.events, ...second.events]);
      expect(await log.read(taskId, { afterSeq: 2 })).toEqual(second.events);
      expect(await log.read(taskId, { afterSeq: 3 })).toEqual([]);
    });

    it.each([
      { range: {}, seqs: [1, 2, 3, 4, 5] },
      { range: { limit: 2 }, seqs: [4, 5] },
      { range: { beforeSeq: 4, limit: 2 }, seqs: [2, 3] },
      { range: { beforeSeq: 3 }, seqs: [1, 2] },
      { range: { beforeSeq: 1, limit: 2 }, seqs: [] },
      { range: { beforeSeq: 99, limit: 1 }, seqs: [5] },
      { range: { afterSeq: 0, limit: 2 }, seqs: [1, 2] },
      { range: { afterSeq: 2, limit: 2 }, seqs: [3, 4] },
      { range: { afterSeq: 1, beforeSeq: 4 }, seqs: [2, 3] },
      { range: { afterSeq: 9, limit: 2 }, seqs: [] },
    ])("reads the range $range", async ({ range, seqs }) => {
      const { log } = await setUp(createLog);
      await append(log, [taskStart(taskId), ...["a", "b", "c", "d"].map(notice)]);
      expect((await log.read(taskId, range)).map(({ seq }) => seq)).toEqual(seqs);
    });

    it("puts seq, at and type first, and never takes them from a draft", async () => {
      const { log } = await setUp(createLog);
      const writer = await log.create(taskId);
      const draft = { message: "m", code: "c", type: "notice.added", seq: 77, at: "never" } as const;
      await writer.append([draft]).durable;
      const [event] = await log.read(taskId);
      expect(Object.keys(event ?? {})).toEqual(["seq", "at", "type", "message", "code"]);
      expect(event).toMatchObject({ seq: 1, at: "2030-01-01T00:00:00.000Z" });
    });

    it("keeps the order of many appends without waiting in between", async () => {
      const { log } = await setUp(createLog);
      const writer = await log.create(taskId);
      const receipts = Array.from({ length: 300 }, (_, index) =>
        writer.append(Array.from({ length: index % 3 }, () => notice(`n${index}`))),
      );
      await Promise.all(receipts.map((receipt) => receipt.durable));
      const appended = receipts.flatMap((receipt) => receipt.events);
      expect(appended.map((event) => event.seq)).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
      expect(await log.read(taskId)).toEqual(appended);
    });

    it("stores events of unknown types", async () => {
      const { log } = await setUp(createLog);
      const writer = await log.create(taskId);
      const unknownEvent = { type: "dream.added", depth: { levels: [1, null] } } as unknown as EventDraft;
      const { events, durable } = writer.append([unknownEvent]);
      await durable;
      expect(await log.read(taskId)).toEqual(events);
    });

    it("shares no object with its readers", async () => {
      const { log } = await setUp(createLog);
      await append(log, [message("kept")]);
      const [event] = await log.read(taskId);
      if (event?.type === "message.added") event.message.content.length = 0;
      expect(await log.read(taskId)).toMatchObject([message("kept")]);
    });

    it("writes nothing after close, and causes no unhandled rejection", async () => {
      const { log } = await setUp(createLog);
      const writer = await log.create(taskId);
      const { durable } = writer.append([taskStart(taskId)]);
      await Promise.all([writer.close(), writer.close()]);
      await writer.close();
      await durable;
      const refused = writer.append([notice("late")]);
      // An unhandled rejection would fail the test run here.
      await new Promise((resolve) => setImmediate(resolve));
      await expect(refused.durable).rejects.toMatchObject({ code: "log_write_failed" });
      expect(await log.read(taskId)).toMatchObject([{ seq: 1 }]);
    });
  });

  describe(`${name}: locking`, () => {
    it("creates a task once", async () => {
      const { log } = await setUp(createLog);
      const writer = await log.create(taskId);
      await expect(log.create(taskId)).rejects.toMatchObject({ code: "task_exists" });
      await writer.append([taskStart(taskId)]).durable;
      await writer.close();
      await expect(log.create(taskId)).rejects.toMatchObject({ code: "task_exists" });
    });

    it("treats a task without events as not found", async () => {
      const { log } = await setUp(createLog);
      await (await log.create(taskId)).close();
      await expect(log.open(taskId)).rejects.toMatchObject({ code: "task_not_found" });
      await expect(log.read(taskId)).rejects.toMatchObject({ code: "task_not_found" });
      await expect(log.read(taskId, { limit: 1 })).rejects.toMatchObject({ code: "task_not_found" });
      await expect(log.delete(taskId)).rejects.toMatchObject({ code: "task_not_found" });
      await expect(log.summarize(taskId)).rejects.toMatchObject({ code: "task_not_found" });
      expect(await log.list()).toEqual([]);
      const again = await log.create(taskId);
      expect(again.append([taskStart(taskId)]).events).toMatchObject([{ seq: 1 }]);
    });

    it("is busy for other writers until it is closed", async () => {
      const { log } = await setUp(createLog);
      const creator = await log.create(taskId);
      await expect(log.open(taskId)).rejects.toMatchObject({ code: "task_busy" });
      await creator.append([taskStart(taskId)]).durable;
      await creator.close();

      const opener = await log.open(taskId);
      await expect(log.open(taskId)).rejects.toMatchObject({ code: "task_busy" });
      await opener.close();
      const third = await log.open(taskId);
      expect(third.taskId).toBe(taskId);
    });

    it("returns the history once and continues its numbering", async () => {
      const { log } = await setUp(createLog);
      await append(log, [taskStart(taskId), message("hello")]);
      const written = await log.read(taskId);
      const writer = await log.open(taskId);
      expect(writer.takeHistory()).toEqual(written);
      expect(writer.takeHistory()).toEqual([]);
      expect(writer.append([notice("more")]).events).toMatchObject([{ seq: 3 }]);
    });

    it("does not find a task that was never created", async () => {
      const { log } = await setUp(createLog);
      const notFound = { code: "task_not_found" };
      await expect(log.open(taskId)).rejects.toMatchObject(notFound);
      await expect(log.read(taskId)).rejects.toMatchObject(notFound);
      await expect(log.read(taskId, { limit: 1 })).rejects.toMatchObject(notFound);
      await expect(log.delete(taskId)).rejects.toMatchObject(notFound);
      await expect(takeFrom(log, 0, 1)).rejects.toMatchObject(notFound);
      expect(await log.list()).toEqual([]);
    });

    it("deletes a task that is not open, and frees its id", async () => {
      const { log } = await setUp(createLog);
      const writer = await log.create(taskId);
      await writer.append([taskStart(taskId)]).durable;
      await expect(log.delete(taskId)).rejects.toMatchObject({ code: "task_busy" });
      await writer.close();
      await log.delete(taskId);
      await expect(log.read(taskId)).rejects.toMatchObject({ code: "task_not_found" });
      expect((await log.create(taskId)).takeHistory()).toEqual([]);
    });
  });

  describe(`${name}: watching`, () => {
    it("yields existing events after a number, then new ones", async () => {
      const { log } = await setUp(createLog);
      const writer = await log.create(taskId);
      writer.append([taskStart(taskId), notice("2"), notice("3")]);
      const watching = takeFrom(log, 1, 5);
      await writer.append([notice("4")]).durable;
      writer.append([notice("5"), notice("6")]);
      expect((await watching).map((event) => event.seq)).toEqual([2, 3, 4, 5, 6]);
    });

    it("waits for the first event of a task that has none yet", async () => {
      const { log } = await setUp(createLog);
      const writer = await log.create(taskId);
      const watching = takeFrom(log, 0, 1);
      await writer.append([taskStart(taskId)]).durable;
      expect(await watching).toMatchObject([{ seq: 1, type: "task.start" }]);
    });

    it("ends without an error when the signal aborts, before or while it waits", async () => {
      const { log } = await setUp(createLog);
      await append(log, [taskStart(taskId)]);
      expect(await collect(log.watch(taskId, 0, AbortSignal.abort()))).toEqual([]);

      const stop = new AbortController();
      const iterator = log.watch(taskId, 0, stop.signal)[Symbol.asyncIterator]();
      expect(await iterator.next()).toMatchObject({ value: { seq: 1 } });
      const waiting = iterator.next();
      stop.abort();
      expect(await waiting).toEqual({ done: true, value: undefined });
    });

    it("ends when its consumer returns, even while it waits", async () => {
      const { log } = await setUp(createLog);
      await append(log, [taskStart(taskId)]);
      const iterator = log.watch(taskId, 1, new AbortController().signal)[Symbol.asyncIterator]();
      const waiting = iterator.next();
      expect(await iterator.return?.()).toEqual({ done: true, value: undefined });
      expect(await waiting).toEqual({ done: true, value: undefined });
    });

    it("ends when the task is deleted", async () => {
      const { log } = await setUp(createLog);
      await append(log, [taskStart(taskId)]);
      const iterator = log.watch(taskId, 0, new AbortController().signal)[Symbol.asyncIterator]();
      await iterator.next();
      const waiting = iterator.next();
      await log.delete(taskId);
      expect(await waiting).toEqual({ done: true, value: undefined });
    });
  });

  describe(`${name}: listing`, () => {
    it("describes each task, newest first", async () => {
      const { log, clock } = await setUp(createLog);
      await append(log, [taskStart(taskId, "/one"), message("\n  Fix the bug  \nin the parser"), runEnd("completed")]);
      await clock.advance(60_000);
      const second = testTaskId("task-0");
      await append(log, [taskStart(second, "/two"), message("Second"), message("not the title")], second);
      expect(await log.list()).toEqual([
        {
          taskId: second,
          status: "interrupted",
          title: "Second",
          cwd: "/two",
          mode: "code",
          createdAt: "2030-01-01T00:01:00.000Z",
          updatedAt: "2030-01-01T00:01:00.000Z",
          events: 3,
        },
        {
          taskId,
          status: "completed",
          title: "Fix the bug",
          cwd: "/one",
          mode: "code",
          createdAt: "2030-01-01T00:00:00.000Z",
          updatedAt: "2030-01-01T00:00:00.000Z",
          events: 3,
        },
      ]);
    });

    it("truncates a long title at 80 characters, and never inside one", async () => {
      const { log } = await setUp(createLog);
      await append(log, [taskStart(taskId), message(`${"x".repeat(79)}👋 and more`)]);
      expect(await log.list()).toMatchObject([{ title: "x".repeat(79) }]);
    });

    it.each([
      { events: [], isHeld: true, status: "running" },
      { events: [], isHeld: false, status: "interrupted" },
      { events: [runStart()], isHeld: true, status: "running" },
      { events: [runStart(), notice("busy")], isHeld: false, status: "interrupted" },
      { events: [runStart(), runEnd("failed")], isHeld: false, status: "failed" },
      { events: [runStart(), runEnd("limit"), notice("after"), message("more")], isHeld: false, status: "limit" },
      { events: [runEnd("aborted"), runStart()], isHeld: false, status: "interrupted" },
      { events: [runEnd("aborted"), runStart()], isHeld: true, status: "running" },
      { events: [runEnd("aborted"), runStart(), runEnd("completed")], isHeld: true, status: "completed" },
    ] as const)("takes the status from the last run: $status", async ({ events, isHeld, status }) => {
      const { log } = await setUp(createLog);
      const writer = await log.create(taskId);
      await writer.append([taskStart(taskId), message("go"), ...events]).durable;
      if (!isHeld) await writer.close();
      expect(await log.list()).toMatchObject([{ taskId, status }]);
    });
  });

  async function append(log: EventLog, drafts: readonly EventDraft[], id: TaskId = taskId): Promise<void> {
    const writer = await log.create(id);
    await writer.append(drafts).durable;
    await writer.close();
  }
}

async function setUp(createLog: (clock: Clock) => EventLog | Promise<EventLog>) {
  const clock = new FakeClock();
  return { clock, log: await createLog(clock) };
}

async function takeFrom(log: EventLog, afterSeq: number, count: number): Promise<TaskEvent[]> {
  const events: TaskEvent[] = [];
  for await (const event of log.watch(taskId, afterSeq, new AbortController().signal)) {
    events.push(event);
    if (events.length === count) break;
  }
  return events;
}

async function collect(events: AsyncIterable<TaskEvent>): Promise<TaskEvent[]> {
  const collected: TaskEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}
