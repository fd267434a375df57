import { readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { FakeClock } from "@roo-code/testkit/fake-clock";
import type { TaskEvent, TaskWriter } from "@roo-code/types";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { FileEventLog } from "../src/index.ts";
import { tempFolder } from "./temp-folder.ts";

const taskId = testTaskId("crashing");

/** Appends of any text in any grouping; between them, crashes that leave any part of the file. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.array(fc.array(fc.string({ unit: "grapheme" }), { maxLength: 3 }), { maxLength: 4 }) },
    { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
  ),
  { maxLength: 12 },
);

it("always reads a prefix of what was appended, and continues from it", async () => {
  const root = tempFolder();
  let runs = 0;
  const property = fc.asyncProperty(steps, async (story) => {
    runs += 1;
    const { found, expected } = await runSteps(story, join(root, `run-${runs}`));
    expect(found).toEqual(expected);
  });
  await fc.assert(property, { numRuns: 60 });
  expect(runs).toBeGreaterThanOrEqual(60);
});

/** The content of the log after each step, and the expected one. */
async function runSteps(story: readonly (string[][] | number)[], tasksFolder: string) {
  const log = new FileEventLog({ tasksFolder, clock: new FakeClock() });
  const found: TaskEvent[][] = [];
  const expected: TaskEvent[][] = [];
  let writer = await log.create(taskId);
  let events = await appendAll(writer, [["begin"]]);
  for (const step of story) {
    if (typeof step === "number") {
      await writer.close();
      events = crash(join(tasksFolder, taskId, "events.jsonl"), step);
      writer = await (events.length > 0 ? log.open(taskId) : log.create(taskId));
      found.push(writer.takeHistory());
      expected.push([...events]);
      if (events.length === 0) events = await appendAll(writer, [["begin again"]]);
    } else {
      events.push(...(await appendAll(writer, step)));
    }
    found.push(await log.read(taskId));
    expected.push([...events]);
  }
  await writer.close();
  return { found, expected };
}

async function appendAll(writer: TaskWriter, groups: readonly string[][]): Promise<TaskEvent[]> {
  const receipts = groups.map((texts) => writer.append(texts.map((text) => eventDrafts.notice(text))));
  await Promise.all(receipts.map((receipt) => receipt.durable));
  return receipts.flatMap((receipt) => receipt.events);
}

/** Truncates the file to a part of its length. Returns what must be read again: complete lines, and a notice about the rest. */
function crash(path: string, part: number): TaskEvent[] {
  truncateSync(path, Math.floor(statSync(path).size * part));
  const lines = readFileSync(path, "utf8").split("\n");
  const torn = lines.pop();
  const events: TaskEvent[] = lines.map((line) => JSON.parse(line));
  if (torn === "" || events.length === 0) return events;
  const message: string = expect.stringContaining("bytes");
  const at = "2030-01-01T00:00:00.000Z";
  return [...events, { seq: events.length + 1, at, type: "notice.added", code: "torn_tail", message }];
}
