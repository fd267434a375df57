import { type EventDraft, emptyTaskView, noUsage, type TaskEvent, type TaskId } from "@roo-code/types";
import type { ApiTaskSummary, TaskView } from "@roo-code/types/api";
import { expect, it } from "vitest";
import { applyUpdate, foldEvents, isContinued } from "./live-view.ts";

const summary: ApiTaskSummary = {
  taskId: "task-1" as TaskId,
  workspaceId: null,
  folder: "/p",
  title: "Do it",
  status: "running",
  waitsFor: null,
  mode: "code",
  model: "m",
  parent: null,
  runsElsewhere: false,
  usage: noUsage(),
  turns: 0,
  lastSeq: 3,
  createdAt: "",
  updatedAt: "",
};
const view = {
  ...emptyTaskView(),
  ...summary,
  condenseThreshold: 75,
  approvals: [],
  questions: [],
  children: [],
} as unknown as TaskView;
const events = (first: number, ...drafts: EventDraft[]): TaskEvent[] =>
  drafts.map((draft, index) => ({ ...draft, seq: first + index, at: "2030-01-01T00:00:00.000Z" }));
const asked: EventDraft = { type: "question.requested", callId: "q", question: "?", suggestions: [] };
const todos: EventDraft = { type: "todos.added", todos: [{ text: "a", status: "pending" }] };

it("folds events after the server's view only once", () => {
  const later = events(3, todos, asked);
  const folded = foldEvents(view, later);
  expect(folded).toMatchObject({ lastSeq: 4, waitsFor: "answer", todos: [], title: "Do it" });
  expect(foldEvents(folded, later)).toBe(folded);
  expect(view).toMatchObject({ lastSeq: 3, waitsFor: null });
});

it("detects when the view must be fetched again", () => {
  expect(isContinued(view, events(1, todos, todos, todos, todos))).toBe(true);
  expect(isContinued(view, events(5, todos))).toBe(false);
  expect(isContinued(view, events(4, { type: "rewind.added", toSeq: 1 }))).toBe(false);
  expect(isContinued(view, events(3, { type: "rewind.added", toSeq: 1 }))).toBe(true);
});

it("takes the status only from updates as new as the events, and runsElsewhere from any", () => {
  const gone = { ...summary, status: "interrupted", waitsFor: "approval", runsElsewhere: true } as const;
  expect(applyUpdate(view, { task: gone })).toMatchObject({
    status: "interrupted",
    waitsFor: "approval",
    runsElsewhere: true,
  });
  expect(applyUpdate(view, { task: { ...gone, lastSeq: 2 } })).toMatchObject({
    status: "running",
    waitsFor: null,
    runsElsewhere: true,
  });
  expect(applyUpdate(view, { task: { ...gone, taskId: "another" as TaskId } })).toBe(view);
});

it("tracks subtasks", () => {
  const child = { ...summary, taskId: "task-2" as TaskId, parent: { taskId: summary.taskId, agent: "child-1" } };
  const one = applyUpdate(view, { task: child });
  expect(one.children).toEqual([child]);
  const waits = applyUpdate(one, { task: { ...child, waitsFor: "approval" } });
  expect(waits.children).toMatchObject([{ taskId: "task-2", waitsFor: "approval" }]);
  expect(applyUpdate(waits, { removed: "task-2" }).children).toEqual([]);
});
