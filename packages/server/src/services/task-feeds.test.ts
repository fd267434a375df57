import { testTaskId } from "@roo-code/testkit/event-drafts";
import type { LiveDelta, TaskEvent } from "@roo-code/types";
import { expect, test } from "vitest";
import { CurrentDeltas } from "./task-feeds.ts";

const taskId = testTaskId("told");
const text = (words: string): LiveDelta => ({ live: true, type: "text.delta", text: words });
const output = (callId: string, words: string): LiveDelta => ({
  live: true,
  type: "output.delta",
  callId,
  text: words,
});
const event = (type: string, more: object = {}) => ({ seq: 1, at: "", type, ...more }) as TaskEvent;

test("who comes in the middle is told all of it at once", () => {
  const soFar = new CurrentDeltas();
  for (const delta of [text("Hel"), text("lo"), output("c1", "a"), output("c2", "b"), output("c1", "c")])
    soFar.note(delta, taskId);
  expect(soFar.deltasOf(taskId)).toEqual([text("Hello"), output("c1", "ac"), output("c2", "b")]);
});

test("what is in the log is told no more", () => {
  const soFar = new CurrentDeltas();
  for (const item of [
    text("Hello"),
    output("c1", "a"),
    output("c2", "b"),
    event("turn.end"),
    event("tool.end", { callId: "c1" }),
  ])
    soFar.note(item, taskId);
  expect(soFar.deltasOf(taskId)).toEqual([output("c2", "b")]);
  soFar.note(event("run.end"), taskId);
  expect(soFar.deltasOf(taskId)).toEqual([]);
});
