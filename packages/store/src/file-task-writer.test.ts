import { readFileSync, statSync } from "node:fs";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import { expect, it } from "vitest";
import { tempFolder } from "../test/temp-folder.ts";
import { type AppendFile, FileTaskWriter, openAppendFile } from "./file-task-writer.ts";
import { parseEvents } from "./read-log.ts";

const { notice } = eventDrafts;

it("writes 10,000 concurrent appends in order, with a handful of syncs", async () => {
  const path = tempFolder("events.jsonl");
  const file = openAppendFile(path);
  let syncs = 0;
  const counted: AppendFile = {
    ...file,
    sync: (done) => {
      syncs += 1;
      file.sync(done);
    },
  };
  const writer = writerOn(counted);
  const receipts = Array.from({ length: 10_000 }, (_, index) => writer.append([notice(`n${index}`)]));
  await Promise.all(receipts.map((receipt) => receipt.durable));
  expect(syncs).toBeLessThan(10);
  const { events } = parseEvents(readFileSync(path), { file: path, firstSeq: 1 });
  expect(events).toEqual(receipts.flatMap((receipt) => receipt.events));
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("writes the first append at once and groups those that arrive meanwhile", async () => {
  const file = new FakeFile();
  const writer = writerOn(file);
  const receipts = ["a", "b", "c"].map((text) => writer.append([notice(text)]));
  expect(file.writes).toHaveLength(1);
  file.endSync(null);
  await receipts[0]?.durable;
  expect(file.writes).toHaveLength(2);
  expect(file.writes[1]?.trim().split("\n")).toHaveLength(2);
  file.endSync(null);
  await Promise.all(receipts.map((receipt) => receipt.durable));
});

it("reuses numbers whose events a full disk did not store", async () => {
  const file = new FakeFile();
  const writer = writerOn(file);
  const first = writer.append([notice("fits")]);
  const queued = [writer.append([notice("does not")]), writer.append([notice("neither"), notice("nor this")])];
  file.failWrite = systemError("ENOSPC");
  file.endSync(null);
  await first.durable;
  for (const { durable } of queued) {
    await expect(durable).rejects.toMatchObject({ code: "disk_full", next: expect.stringContaining("resume") });
  }
  file.failWrite = undefined;
  const later = writer.append([notice("space again")]);
  file.endSync(null);
  await later.durable;
  expect(later.events).toMatchObject([{ seq: 2 }]);
});

it("writes nothing more after a failed sync", async () => {
  const file = new FakeFile();
  const writer = writerOn(file);
  const receipts = [writer.append([notice("lost")]), writer.append([notice("behind it")])];
  file.endSync(systemError("EIO"));
  receipts.push(writer.append([notice("later")]));
  for (const { durable } of receipts) await expect(durable).rejects.toMatchObject({ code: "log_write_failed" });
  expect(file.writes).toHaveLength(1);
  await writer.close();
  expect(file.isClosed).toBe(true);
});

it("does not crash the process over a failure that is not awaited", async () => {
  const file = new FakeFile();
  file.failWrite = systemError("EIO");
  const writer = writerOn(file);
  writer.append([notice("one")]);
  writer.append([notice("two")]);
  // An unhandled rejection fails the whole test run.
  await new Promise((resolve) => setImmediate(resolve));
  await writer.close();
  expect(file.writes).toEqual([]);
});

it("writes nothing once another process took the task over", async () => {
  const file = new FakeFile();
  const fence = { isOvertaken: () => true, release: () => {} };
  const writer = writerOn(file, fence);
  await expect(writer.append([notice("late")]).durable).rejects.toMatchObject({ code: "task_lost" });
  expect(file.writes).toEqual([]);
});

it("acknowledges nothing when the takeover happened during the write", async () => {
  const file = new FakeFile();
  let isOvertaken = false;
  const writer = writerOn(file, { isOvertaken: () => isOvertaken, release: () => {} });
  const written = writer.append([notice("in progress")]);
  const queued = writer.append([notice("behind it")]);
  isOvertaken = true;
  file.endSync(null);
  await expect(written.durable).rejects.toMatchObject({ code: "task_lost" });
  await expect(queued.durable).rejects.toMatchObject({ code: "task_lost" });
  expect(file.writes).toHaveLength(1);
});

it("releases the task only after everything appended is on disk", async () => {
  const file = new FakeFile();
  const steps: string[] = [];
  const writer = writerOn(file, { isOvertaken: () => false, release: () => steps.push("released") });
  const receipts = [writer.append([notice("one")]), writer.append([notice("two")])];
  const closed = writer.close();
  for (const [index, receipt] of receipts.entries()) {
    expect(steps).toHaveLength(index);
    file.endSync(null);
    await receipt.durable;
    steps.push("durable");
  }
  await closed;
  expect(steps).toEqual(["durable", "durable", "released"]);
});

it("uses no number for an event that cannot be written as JSON", async () => {
  const file = new FakeFile();
  const writer = writerOn(file);
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  expect(() => writer.append([{ ...notice("bad"), ...cyclic }])).toThrow(TypeError);
  expect(writer.append([notice("good")]).events).toMatchObject([{ seq: 1 }]);
});

class FakeFile implements AppendFile {
  readonly writes: string[] = [];
  failWrite: Error | undefined;
  isClosed = false;
  #done: ((error: Error | null) => void) | undefined;

  append(bytes: Uint8Array): void {
    if (this.failWrite) throw this.failWrite;
    this.writes.push(Buffer.from(bytes).toString());
  }

  sync(done: (error: Error | null) => void): void {
    this.#done = done;
  }

  endSync(error: Error | null): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(error);
  }

  close(): void {
    this.isClosed = true;
  }
}

function writerOn(file: AppendFile, fence = { isOvertaken: () => false, release: () => {} }): FileTaskWriter {
  return new FileTaskWriter({ taskId: testTaskId("task-1"), file, fence, clock: new FakeClock(), history: [] });
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made up`), { code, syscall: "write" });
}
