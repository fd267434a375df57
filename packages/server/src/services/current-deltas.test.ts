import { testTaskId } from "@roo-code/testkit/event-drafts";
import type { LiveDelta, TaskEvent } from "@roo-code/types";
import { expect, test } from "vitest";
import { CurrentDeltas } from "./current-deltas.ts";

const taskId = testTaskId("deltas");
const text = (content: string): LiveDelta => ({ live: true, type: "text.delta", text: content });
const output = (callId: string, content: string): LiveDelta => ({
  live: true,
  type: "output.delta",
  callId,
  text: content,
});
const event = (type: string, more: object = {}) => ({ seq: 1, at: "", type, ...more }) as TaskEvent;

test("a client that connects in the middle of a turn gets the output so far as one delta", () => {
  const deltas = new CurrentDeltas();
  for (const delta of [text("Hel"), text("lo"), output("c1", "a"), output("c2", "b"), output("c1", "c")])
    deltas.record(delta, taskId);
  expect(deltas.deltasOf(taskId)).toEqual([text("Hello"), output("c1", "ac"), output("c2", "b")]);
});

test("output that the log contains is no longer sent as a delta", () => {
  const deltas = new CurrentDeltas();
  for (const item of [
    text("Hello"),
    output("c1", "a"),
    output("c2", "b"),
    event("turn.end"),
    event("tool.end", { callId: "c1" }),
  ])
    deltas.record(item, taskId);
  expect(deltas.deltasOf(taskId)).toEqual([output("c2", "b")]);
  deltas.record(event("run.end"), taskId);
  expect(deltas.deltasOf(taskId)).toEqual([]);
});
