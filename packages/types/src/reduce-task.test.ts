import { expect, it } from "vitest";
import type { EventDraft, TaskEvent } from "./event.ts";
import type { TaskId } from "./ids.ts";
import { userMessage } from "./message-parts.ts";
import { reduceTask } from "./reduce-task.ts";
import { noUsage } from "./usage-sum.ts";

const stamped = (drafts: readonly EventDraft[]): TaskEvent[] =>
  drafts.map((draft, index) => ({ ...draft, seq: index + 1, at: "2030-01-01T00:00:00.000Z" }));
const start: EventDraft = {
  type: "task.start",
  taskId: "task-1" as TaskId,
  mode: "code",
  environment: { cwd: "/p", platform: "linux", shell: "bash", date: "2030-01-01" },
  format: 1,
};
const said = (text: string): EventDraft => ({ type: "message.added", opId: text, message: userMessage(text) });
const reply = (...callIds: string[]): EventDraft => ({
  type: "turn.end",
  turn: 1,
  message: {
    role: "assistant",
    content: callIds.map((callId) => ({ type: "tool-call", callId, name: "read_file", input: {} })),
  },
  usage: { ...noUsage(), inputTokens: 10, costUsd: 0.5 },
  stopReason: "tool-calls",
});
const end = (callId: string, more: Partial<Extract<EventDraft, { type: "tool.end" }>> = {}): EventDraft => ({
  type: "tool.end",
  callId,
  name: "read_file",
  content: callId,
  isError: false,
  durationMs: 1,
  ...more,
});

it("puts results into one message in the order of the calls, followed by messages sent meanwhile", () => {
  const state = reduceTask(stamped([start, said("go"), reply("a", "b"), end("b"), said("wait"), end("a")]));
  expect(state.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  expect(state.messages[2]).toMatchObject({ content: [{ callId: "a" }, { callId: "b" }] });
  expect(state.openCalls).toEqual([]);
});

it("lists the calls that have no result yet", () => {
  const state = reduceTask(stamped([start, said("go"), reply("a", "b"), end("b")]));
  expect(state.openCalls.map(({ call, end: ended }) => [call.callId, ended !== undefined])).toEqual([
    ["a", false],
    ["b", true],
  ]);
  expect(state.messages).toHaveLength(2);
});

it("adds up usage and the prices that are known", () => {
  expect(reduceTask(stamped([start, reply(), reply()])).usage).toMatchObject({ inputTokens: 20, costUsd: 1 });
  const unknown = { ...reply(), usage: noUsage() } as EventDraft;
  expect(reduceTask(stamped([start, unknown])).usage.costUsd).toBeNull();
  expect(reduceTask(stamped([start, unknown, reply(), unknown])).usage.costUsd).toBe(0.5);
});

it("tracks which version of each file the model knows, and which files changed", () => {
  const state = reduceTask(
    stamped([
      start,
      reply("a", "b"),
      end("a", { seen: [{ path: "x", version: "1" }] }),
      end("b", { steps: [{ path: "x", before: "1", after: "2" }] }),
    ]),
  );
  expect([...state.seen]).toEqual([["x", "2"]]);
  expect([...state.filesChanged]).toEqual(["x"]);
});

it("is completed until the next message", () => {
  const done = [start, said("go"), reply("a"), end("a", { completes: "done" })];
  expect(reduceTask(stamped(done)).completion).toBe("done");
  expect(reduceTask(stamped([...done, said("more")])).completion).toBeUndefined();
  expect(
    reduceTask(stamped([start, said("go"), reply("a"), said("wait"), end("a", { completes: "done" })])).completion,
  ).toBeUndefined();
});

it("counts denials and mistakes in a row", () => {
  const refused = (callId: string, code: string) => [reply(callId), end(callId, { isError: true, code })];
  expect(reduceTask(stamped([start, ...refused("a", "denied"), ...refused("b", "denied")])).denialsInRow).toBe(2);
  expect(reduceTask(stamped([start, ...refused("a", "denied"), reply("b"), end("b")])).denialsInRow).toBe(0);
  expect(
    reduceTask(stamped([start, ...refused("a", "unknown_tool"), ...refused("b", "invalid_input")])).mistakesInRow,
  ).toBe(2);
  expect(
    reduceTask(stamped([start, ...refused("a", "unknown_tool"), ...refused("b", "not_found")])).mistakesInRow,
  ).toBe(0);
});

it("ignores events of a newer version and results of calls it does not know", () => {
  const strange = { type: "weather.changed", how: "rain" } as unknown as EventDraft;
  const state = reduceTask(stamped([start, said("go"), strange, end("nobody")]));
  expect(state.lastSeq).toBe(4);
  expect(state.messages).toHaveLength(1);
});
