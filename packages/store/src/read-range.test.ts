import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import type { EventRange } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { tempFolder } from "../test/temp-folder.ts";
import { FileEventLog } from "./file-event-log.ts";
import type { FileWindows } from "./file-window.ts";
import { eventsIn } from "./read-range.ts";
import { taskFolder } from "./task-folder.ts";

const taskId = testTaskId("task-1");
const line = (seq: number, text = ""): string => `${JSON.stringify({ seq, at: "2030", type: "noted", text })}\n`;

/** A log of equal lines that are made when they are read. */
class VastLog implements FileWindows {
  readonly mtimeMs = 0;
  readonly size: number;
  bytesRead = 0;
  static readonly lineBytes = 1024;

  constructor(events: number) {
    this.size = events * VastLog.lineBytes;
  }

  read(position: number, length: number): Buffer {
    const end = Math.min(this.size, position + length);
    const first = Math.floor(position / VastLog.lineBytes);
    const lines: Buffer[] = [];
    for (let index = first; index * VastLog.lineBytes < end; index += 1) {
      const empty = line(index + 1).length;
      lines.push(Buffer.from(line(index + 1, "x".repeat(VastLog.lineBytes - empty))));
    }
    const offset = position - first * VastLog.lineBytes;
    this.bytesRead += end - position;
    return Buffer.concat(lines).subarray(offset, offset + end - position);
  }
}

it.each([
  { range: { limit: 300 }, first: 99_701, count: 300 },
  { range: { beforeSeq: 50_001, limit: 1000 }, first: 49_001, count: 1000 },
  { range: { afterSeq: 12_345, limit: 200 }, first: 12_346, count: 200 },
  { range: { afterSeq: 99_999 }, first: 100_000, count: 1 },
  { range: { beforeSeq: 2, limit: 10 }, first: 1, count: 1 },
])("reads a page of 100 MB without reading the rest: $range", ({ range, first, count }) => {
  const log = new VastLog(100_000);
  const events = eventsIn(log, { logName: "events.jsonl" }, range) ?? [];
  expect([events[0]?.seq, events.length]).toEqual([first, count]);
  expect(log.bytesRead).toBeLessThan(count * VastLog.lineBytes + 1_000_000);
});

it("finds every range, whatever the lengths of the lines and the torn tail", async () => {
  const lengths = fc.array(fc.constantFrom(0, 10, 500, 20_000, 70_000, 600_000), { minLength: 1, maxLength: 30 });
  const tails = fc.constantFrom("", "rubbish\n", '{"seq":', "rubbish\nmore rubbish\n{");
  const range = fc.record(
    { afterSeq: fc.nat(35), beforeSeq: fc.integer({ min: 1, max: 35 }), limit: fc.integer({ min: 1, max: 40 }) },
    { requiredKeys: [] },
  );
  const tasksFolder = tempFolder("tasks");
  const log = new FileEventLog({ tasksFolder, clock: new FakeClock() });
  await (await log.create(taskId)).close();
  const path = join(tasksFolder, taskId, "events.jsonl");
  await fc.assert(
    fc.asyncProperty(lengths, tails, fc.array(range, { minLength: 5, maxLength: 5 }), async (texts, tail, ranges) => {
      writeFileSync(path, texts.map((length, index) => line(index + 1, "ü".repeat(length))).join("") + tail);
      const all = (await log.read(taskId)).map(({ seq }) => seq);
      for (const part of ranges) expect((await log.read(taskId, part)).map(({ seq }) => seq)).toEqual(pick(all, part));
    }),
    { numRuns: 40 },
  );
});

it("reports where a log is damaged when it reads there", async () => {
  const tasksFolder = tempFolder("tasks");
  const log = new FileEventLog({ tasksFolder, clock: new FakeClock() });
  await (await log.create(taskId)).close();
  appendFileSync(taskFolder(tasksFolder, taskId).log, `${line(1)}rubbish\n${line(3)}${line(4)}`);
  const damaged = { code: "task_damaged", message: expect.stringContaining("line 2:") };
  await expect(log.read(taskId, { limit: 3 })).rejects.toMatchObject(damaged);
  await expect(log.read(taskId, { afterSeq: 3 })).rejects.toMatchObject(damaged);
});

function pick(all: readonly number[], { afterSeq, beforeSeq = Infinity, limit = Infinity }: EventRange): number[] {
  const within = all.filter((seq) => seq > (afterSeq ?? 0) && seq < beforeSeq);
  return afterSeq === undefined ? within.slice(Math.max(0, within.length - limit)) : within.slice(0, limit);
}
