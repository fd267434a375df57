import { expect, it } from "vitest";
import { parseEvents } from "./read-log.ts";

const log = { file: "task-1/events.jsonl", firstSeq: 1 };
const line = (seq: number, rest = ""): string => `{"seq":${seq},"at":"2030","type":"notice.added"${rest}}\n`;

it("parses complete lines and returns where the last of them ends", () => {
  const text = line(1) + line(2, ',"text":"ü"');
  expect(parseEvents(Buffer.from(text), log)).toEqual({
    events: [
      { seq: 1, at: "2030", type: "notice.added" },
      { seq: 2, at: "2030", type: "notice.added", text: "ü" },
    ],
    goodBytes: Buffer.byteLength(text),
  });
  expect(parseEvents(Buffer.alloc(0), log)).toEqual({ events: [], goodBytes: 0 });
});

it.each([
  { name: "half a line", rest: '{"seq":2,"at' },
  { name: "a line without its end", rest: line(2).trimEnd() },
  { name: "zeros", rest: "\0".repeat(4096) },
  { name: "a line of rubbish", rest: "rubbish\n" },
  { name: "lines of rubbish", rest: '\0\0\n{"seq":\n\n' },
  { name: "rubbish and a whole line without its end", rest: `rubbish\n${line(2).trimEnd()}` },
])("treats $name at the end as a torn tail", ({ rest }) => {
  expect(parseEvents(Buffer.from(line(1) + rest), log)).toMatchObject({
    events: [{ seq: 1 }],
    goodBytes: line(1).length,
  });
});

it.each([
  { name: "rubbish before a good line", rest: `rubbish\n${line(3)}`, reason: "it is not valid JSON" },
  { name: "an empty line before a good one", rest: `\n${line(2)}`, reason: "it is not valid JSON" },
  { name: "a gap", rest: line(3), reason: "it should be event 2 and is event 3" },
  { name: "a number twice", rest: line(1), reason: "it should be event 2 and is event 1" },
  { name: "no object", rest: "null\n", reason: "it is not an event with seq, at and type" },
  { name: "no type", rest: '{"seq":2,"at":"2030"}\n', reason: "it is not an event with seq, at and type" },
])("reports $name as damage, with the line and what to do", ({ rest, reason }) => {
  expect(() => parseEvents(Buffer.from(line(1) + rest), log)).toThrow(
    expect.objectContaining({
      code: "task_damaged",
      message: `The log of this task is damaged: task-1/events.jsonl, line 2: ${reason}.`,
      next: "Cut task-1/events.jsonl before line 2 to keep what came before, or delete the task.",
    }),
  );
});

it("parses a part of a log by its first number", () => {
  expect(parseEvents(Buffer.from(line(5)), { ...log, firstSeq: 5 }).events).toMatchObject([{ seq: 5 }]);
  expect(() => parseEvents(Buffer.from(line(5)), { ...log, firstSeq: 4 })).toThrow(/line 4/);
});
