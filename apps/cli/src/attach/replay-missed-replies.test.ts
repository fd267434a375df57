import { testTaskId } from "@roo-code/testkit/event-drafts";
import { type LiveDelta, noUsage, type TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { replayMissedReplies } from "./replay-missed-replies.ts";

const stamp = { seq: 1, at: "2030-01-01T00:00:00.000Z", turn: 1 };
const start: TaskEvent = { ...stamp, type: "turn.start", attempt: 1 };
const end: TaskEvent = {
  ...stamp,
  type: "turn.end",
  message: { role: "assistant", content: [{ type: "text", text: "Hello." }] },
  usage: noUsage(),
  stopReason: "end",
};
const delta: LiveDelta = { live: true, type: "text.delta", text: "Hello." };

it("says what was not heard while it was said, and only that", () => {
  const shown: string[] = [];
  const output = replayMissedReplies({ observe: ({ type }) => void shown.push(type), finish: () => {} });
  for (const item of [start, end, start, delta, end])
    output.observe(item, { taskId: testTaskId("task-1"), agent: "root" });
  expect(shown).toEqual(["turn.start", "text.delta", "turn.end", "turn.start", "text.delta", "turn.end"]);
});
