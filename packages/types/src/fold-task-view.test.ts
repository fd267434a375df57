import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type EventDraft, type TaskEvent, taskEventSchema } from "./event.ts";
import { emptyTaskView, foldTaskView, reduceTaskView } from "./fold-task-view.ts";
import type { TaskId } from "./ids.ts";
import { reduceTask } from "./reduce-task.ts";
import { noUsage } from "./usage-sum.ts";

const stamped = (...drafts: EventDraft[]): TaskEvent[] =>
  drafts.map((draft, index) => ({ ...draft, seq: index + 1, at: `2030-01-01T00:00:0${index % 10}.000Z` }));
const folder = fileURLToPath(new URL("../fixtures/golden/v1/", import.meta.url));
const logs = readdirSync(folder)
  .filter((name) => name.endsWith(".jsonl"))
  .map((name) => ({
    name,
    events: readFileSync(`${folder}${name}`, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => taskEventSchema.parse(JSON.parse(line))),
  }));

describe.each(logs)("the view of $name", ({ events }) => {
  it("agrees with the state of the task", () => {
    for (let length = 1; length <= events.length; length += 1) {
      const part = events.slice(0, length);
      const [view, state] = [reduceTaskView(part), reduceTask(part)];
      const { lastSeq, mode, turns, usage, todos } = state;
      expect(view).toMatchObject({ lastSeq, mode, turns, usage, todos: [...todos] });
      expect(view.filesChanged).toEqual([...state.filesChanged].sort());
      expect(view.subtasks).toHaveLength(state.subtasks);
      expect(view.status).toBe(state.run ? "running" : (state.outcome?.status ?? "interrupted"));
    }
  });

  it("can be continued from any event after a JSON round trip", () => {
    const rewind = events.findLastIndex(({ type }) => type === "rewind.added");
    for (let from = rewind + 1; from <= events.length; from += 1) {
      const view = JSON.parse(JSON.stringify(reduceTaskView(events.slice(0, from)))) as ReturnType<
        typeof emptyTaskView
      >;
      for (const event of events.slice(from)) foldTaskView(view, event);
      expect(view).toEqual(JSON.parse(JSON.stringify(reduceTaskView(events))));
    }
  });
});

describe("open requests", () => {
  const approval = (callId: string): EventDraft => ({
    type: "approval.requested",
    callId,
    name: "act",
    subject: { kind: "command", summary: "ls" },
  });
  const question = (callId: string): EventDraft => ({
    type: "question.requested",
    callId,
    question: "?",
    suggestions: [],
  });
  const allowed = (callId: string): EventDraft => ({ type: "approval.end", callId, opId: callId, decision: "allow" });
  const answered = (callId: string): EventDraft => ({ type: "question.end", callId, opId: callId, answer: "yes" });
  const ended: EventDraft = {
    type: "run.end",
    status: "aborted",
    result: null,
    turns: 0,
    usage: noUsage(),
    filesChanged: [],
    durationMs: 1,
  };
  const done: EventDraft = { type: "tool.end", callId: "a", name: "act", content: "", isError: false, durationMs: 1 };

  it.each([
    { name: "an approval", drafts: [question("b"), approval("a")], calls: ["b", "a"], waits: "approval" },
    { name: "a question alone", drafts: [approval("a"), allowed("a"), question("b")], calls: ["b"], waits: "answer" },
    { name: "nothing once answered", drafts: [question("b"), answered("b")], calls: [], waits: null },
    { name: "nothing once the call has its result", drafts: [approval("a"), done], calls: [], waits: null },
    {
      name: "one thing of a call that asks again",
      drafts: [approval("a"), question("a")],
      calls: ["a"],
      waits: "answer",
    },
    { name: "nothing after the run", drafts: [approval("a"), ended], calls: [], waits: null },
  ])("is $name", ({ drafts, calls, waits }) => {
    const view = reduceTaskView(stamped(...drafts));
    expect(view.asked.map(({ callId }) => callId)).toEqual(calls);
    expect(view.waitsFor).toBe(waits);
  });
});

it("lists its subtasks and how they ended", () => {
  const begun = (n: number): EventDraft => ({
    type: "subtask.start",
    callId: `c${n}`,
    taskId: `task-${n}` as TaskId,
    agent: `child-${n}`,
    mode: "code",
    message: "do it",
  });
  const view = reduceTaskView(
    stamped(begun(1), begun(2), {
      type: "subtask.end",
      callId: "c2",
      taskId: "task-2" as TaskId,
      status: "failed",
      turns: 1,
      usage: { ...noUsage(), inputTokens: 3 },
      filesChanged: ["b", "a"],
    }),
  );
  expect(view.subtasks.map(({ agent, status }) => [agent, status])).toEqual([
    ["child-1", null],
    ["child-2", "failed"],
  ]);
  expect(view).toMatchObject({ usage: { inputTokens: 3 }, filesChanged: ["a", "b"] });
});

it("does not mutate earlier views", () => {
  const events = stamped(
    { type: "todos.added", todos: [{ text: "a", status: "pending" }] },
    { type: "question.requested", callId: "q", question: "?", suggestions: [] },
  );
  const view = emptyTaskView();
  const before = { ...view };
  for (const event of events) foldTaskView(view, event);
  expect(before).toEqual(emptyTaskView());
});
