import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { type EventDraft, noUsage, type TaskEvent, userMessage } from "@roo-code/types";
import { expect, it } from "vitest";
import { forkedEvents } from "./forked-events.ts";

const stamped = (drafts: readonly EventDraft[]): TaskEvent[] =>
  drafts.map((draft, index) => ({ ...draft, seq: index + 1, at: "2030-01-01T00:00:00.000Z" }));

it("copies events with new numbers, without runs, snapshots and parent", () => {
  const [source, fork] = [testTaskId("source"), testTaskId("fork")];
  const parent = { taskId: testTaskId("parent"), callId: "c", agent: "child-1" };
  const events = stamped([
    { ...eventDrafts.taskStart(source), parent } as EventDraft,
    eventDrafts.runStart(),
    eventDrafts.message("go"),
    { type: "snapshot.added", callId: "a", snapshot: "s1-000000", label: "x", skipped: 0 },
    {
      type: "tool.end",
      callId: "a",
      name: "attempt_completion",
      content: "",
      isError: false,
      durationMs: 1,
      evidence: [{ claim: "it works", verdict: "shown", seq: 3 }],
    },
    {
      type: "summary.added",
      reason: "asked",
      by: "rules",
      dropped: 1,
      message: userMessage("summary"),
      receipt: {
        goal: "go",
        decisions: [],
        openTodos: [],
        files: [],
        said: [{ seq: 3, text: "go" }],
        dropped: [{ seq: 5, kind: "result", what: "x", tokens: 1 }],
      },
      tokensBefore: 2,
      tokensAfter: 1,
      usage: noUsage(),
    },
    eventDrafts.runEnd("completed"),
  ]);
  const forked = forkedEvents(events, { taskId: fork, cwd: "/copy", forkedFrom: { taskId: source, seq: 7 } });
  expect(forked.map(({ type }) => type)).toEqual(["task.start", "message.added", "tool.end", "summary.added"]);
  expect(forked[0]).toEqual({
    ...eventDrafts.taskStart(fork, "/copy"),
    forkedFrom: { taskId: source, seq: 7 },
  });
  expect(forked[2]).toMatchObject({ evidence: [{ seq: 2 }] });
  expect(forked[3]).toMatchObject({ receipt: { said: [{ seq: 2 }], dropped: [{ seq: 3 }] } });
});
