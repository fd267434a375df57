import type { EventOf, TaskEvent } from "@roo-code/types";
import { expect, test } from "vitest";
import { foldRows } from "./fold-rows.ts";

const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null };
const at = "2030-01-01T00:00:00.000Z";

const userMessage = (seq: number, text: string): TaskEvent => ({
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
const turnStart = (seq: number): TaskEvent => ({ seq, at, type: "turn.start", turn: seq, attempt: 1 });
const failed = (seq: number, attempt: number): TaskEvent => ({
  seq,
  at,
  type: "turn.failed",
  turn: 1,
  attempt,
  error: { code: "overloaded", message: "too busy" },
  retryInMs: 1000,
});

const runEnd = (seq: number, more: Partial<EventOf<"run.end">>): TaskEvent => ({
  seq,
  at,
  type: "run.end",
  status: "completed",
  result: null,
  turns: 1,
  usage,
  filesChanged: [],
  durationMs: 1,
  ...more,
});
const stopped = (seq: number) => runEnd(seq, { status: "aborted" });
const resumed = (seq: number): TaskEvent => ({
  seq,
  at,
  type: "run.start",
  provider: "replay",
  model: "m",
  limits: {},
  autoApprove: [],
  attended: true,
  pid: 1,
  version: "0",
});
const approvalRequested = (seq: number, callId: string): TaskEvent => ({
  seq,
  at,
  type: "approval.requested",
  callId,
  name: "execute_command",
  subject: { kind: "command", summary: "ls" },
});

test("folding page by page gives the same rows as folding all events", () => {
  const events = [
    userMessage(1, "Hello"),
    reply(2, "I look.", "a", "b"),
    result(3, "a"),
    result(4, "b"),
    reply(5, "Done."),
  ];
  expect(foldRows(events.slice(3), foldRows(events.slice(0, 3)))).toEqual(foldRows(events));
});

test("a result is matched with its call once the earlier page is loaded", () => {
  const events = [reply(1, "", "a"), result(2, "a"), reply(3, "Done.")];
  expect(foldRows(events.slice(1)).rows.map(({ kind }) => kind)).toEqual(["reply"]);
  expect(foldRows(events).rows[0]).toMatchObject({ kind: "call", end: { seq: 2 } });
});

test("a message sent during tool calls waits until the next turn", () => {
  const before = foldRows([reply(1, "", "a"), userMessage(2, "Wait")]);
  expect(before.rows.at(-1)).toMatchObject({ kind: "message", isWaiting: true });
  const after = foldRows([result(3, "a"), turnStart(4)], before);
  expect(after.rows.at(-1)).toMatchObject({ kind: "message", isWaiting: false });
});

test("failed attempts of one turn are shown as one notice, the newest", () => {
  const { rows } = foldRows([userMessage(1, "Hello"), failed(2, 1), turnStart(3), failed(4, 2)]);
  expect(rows.map(({ kind, seq }) => [kind, seq])).toEqual([
    ["message", 1],
    ["notice", 4],
  ]);
});

test("a result that repeats the last reply is not shown again", () => {
  const end = runEnd(2, { result: "Done." });
  expect(foldRows([reply(1, "Done."), end]).rows.at(-1)).toMatchObject({ isRepeated: true });
  expect(foldRows([reply(1, "Another text."), end]).rows.at(-1)).toMatchObject({ isRepeated: false });
});

test("calls left open by a stopped run are moved below its outcome when the run is resumed", () => {
  const before = [reply(1, "", "a", "b", "c"), result(2, "a"), approvalRequested(3, "b"), stopped(4)];
  const after = [resumed(5), approvalRequested(6, "b"), result(7, "c")];
  expect(foldRows(after.slice(0, 1), foldRows(before)).rows[2]).toMatchObject({ callId: "b", request: undefined });
  const { rows, openCalls, callAt } = foldRows([...before, ...after]);
  expect(rows.map((row) => (row.kind === "call" ? row.callId : row.kind))).toEqual(["a", "outcome", "b", "c"]);
  expect(rows[2]).toMatchObject({ callId: "b", request: { seq: 6 } });
  expect(rows[3]).toMatchObject({ callId: "c", end: { seq: 7 } });
  expect([...openCalls]).toEqual(["b"]);
  expect([...callAt]).toEqual([
    ["a", 0],
    ["b", 2],
    ["c", 3],
  ]);
  expect(foldRows(after, foldRows(before))).toEqual(foldRows([...before, ...after]));
});

test("resuming a run without open calls, or after a crash, moves no row", () => {
  const ended = foldRows([reply(1, "", "a"), result(2, "a"), stopped(3)]);
  expect(foldRows([resumed(4)], ended).rows).toEqual(ended.rows);
  const crashed = foldRows([reply(1, "", "a"), userMessage(2, "Wait")]);
  expect(foldRows([resumed(3)], crashed).rows).toEqual(crashed.rows);
});

test("a repeated approval request is not answered by the earlier decision", () => {
  const allowed: TaskEvent = { seq: 3, at, type: "approval.end", callId: "a", opId: "o", decision: "allow" };
  const { rows } = foldRows([
    reply(1, "", "a"),
    approvalRequested(2, "a"),
    allowed,
    resumed(4),
    approvalRequested(5, "a"),
  ]);
  expect(rows[0]).toMatchObject({ request: { seq: 5 }, decision: undefined });
});
