import type { TaskEvent } from "@roo-code/types";
import { expect, test } from "vitest";
import { foldRows } from "./fold-rows.ts";

const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null };
const at = "2030-01-01T00:00:00.000Z";

const said = (seq: number, text: string): TaskEvent => ({
  seq,
  at,
  type: "message.added",
  opId: `op-${seq}`,
  message: { role: "user", content: [{ type: "text", text }] },
});
const reply = (seq: number, text: string, ...callIds: readonly string[]): TaskEvent => ({
  seq,
  at,
  type: "turn.end",
  turn: seq,
  message: {
    role: "assistant",
    content: [
      { type: "text", text },
      ...callIds.map((callId) => ({ type: "tool-call", callId, name: "read_file", input: {} }) as const),
    ],
  },
  usage,
  stopReason: callIds.length > 0 ? "tool-calls" : "end",
});
const result = (seq: number, callId: string): TaskEvent => ({
  seq,
  at,
  type: "tool.end",
  callId,
  name: "read_file",
  content: "text",
  isError: false,
  durationMs: 1,
});
const asked = (seq: number): TaskEvent => ({ seq, at, type: "turn.start", turn: seq, attempt: 1 });
const failed = (seq: number, attempt: number): TaskEvent => ({
  seq,
  at,
  type: "turn.failed",
  turn: 1,
  attempt,
  error: { code: "overloaded", message: "too busy" },
  retryInMs: 1000,
});

test("a page of events and then the next come to the same as both at once", () => {
  const events = [said(1, "Hello"), reply(2, "I look.", "a", "b"), result(3, "a"), result(4, "b"), reply(5, "Done.")];
  expect(foldRows(events.slice(3), foldRows(events.slice(0, 3)))).toEqual(foldRows(events));
});

test("a result whose call is on an earlier page is found when that page comes", () => {
  const events = [reply(1, "", "a"), result(2, "a"), reply(3, "Done.")];
  expect(foldRows(events.slice(1)).rows.map(({ kind }) => kind)).toEqual(["reply"]);
  expect(foldRows(events).rows[0]).toMatchObject({ kind: "call", end: { seq: 2 } });
});

test("what is said while calls are open waits until the model is asked again", () => {
  const before = foldRows([reply(1, "", "a"), said(2, "Wait")]);
  expect(before.rows.at(-1)).toMatchObject({ kind: "said", isWaiting: true });
  const after = foldRows([result(3, "a"), asked(4)], before);
  expect(after.rows.at(-1)).toMatchObject({ kind: "said", isWaiting: false });
});

test("attempts at one turn are one notice, the newest", () => {
  const { rows } = foldRows([said(1, "Hello"), failed(2, 1), asked(3), failed(4, 2)]);
  expect(rows.map(({ kind, seq }) => [kind, seq])).toEqual([
    ["said", 1],
    ["notice", 4],
  ]);
});

test("a result that repeats the last reply is not shown again", () => {
  const end: TaskEvent = {
    seq: 2,
    at,
    type: "run.end",
    status: "completed",
    result: "Done.",
    turns: 1,
    usage,
    filesChanged: [],
    durationMs: 1,
  };
  expect(foldRows([reply(1, "Done."), end]).rows.at(-1)).toMatchObject({ isRepeated: true });
  expect(foldRows([reply(1, "Other words."), end]).rows.at(-1)).toMatchObject({ isRepeated: false });
});
