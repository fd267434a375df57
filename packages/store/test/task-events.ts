import { testTaskId } from "@roo-code/testkit/event-drafts";
import type { TaskEvent } from "@roo-code/types";
import type { ForeignMessage } from "../src/import/tasks/conversation.ts";
import { taskDrafts } from "../src/import/tasks/task-drafts.ts";

/** A finished task with the given messages. */
export function taskEvents(messages: readonly ForeignMessage[]): TaskEvent[] {
  const facts = {
    taskId: testTaskId("task-1"),
    tool: "test",
    mode: "code",
    cwd: "/project",
    platform: "linux",
    provider: "vendor",
    model: "model-1",
    createdAt: Date.UTC(2030, 0, 1),
  };
  return taskDrafts(facts, messages).map(({ at, draft }, index) => ({ ...draft, at, seq: index + 1 }));
}

/** A task with reasoning, parallel calls, images, a failure and a completion. */
export const eventfulTask: TaskEvent[] = taskEvents([
  {
    by: "user",
    parts: [
      { type: "text", text: "Fix it\nplease" },
      { type: "image", mediaType: "image/png", data: "aGVsbG8=" },
    ],
  },
  {
    by: "assistant",
    usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 60, cacheWriteTokens: 5, costUsd: 0.01 },
    parts: [
      { type: "reasoning", text: "Look first." },
      { type: "text", text: "I look." },
      { type: "tool-call", callId: "call_1", name: "read_file", input: { path: "a.ts" } },
      { type: "tool-call", callId: "call_2", name: "execute_command", input: {}, malformed: "{not json" },
    ],
  },
  {
    by: "user",
    parts: [
      {
        type: "tool-result",
        callId: "call_1",
        content: "```\ncode\n```",
        images: [{ type: "image", mediaType: "image/bmp", data: "aGVsbG8=" }],
        isError: false,
      },
      { type: "tool-result", callId: "call_2", content: "That was no JSON.", isError: true },
      { type: "text", text: "Mind the tests." },
    ],
  },
  {
    by: "assistant",
    parts: [{ type: "tool-call", callId: "call_3", name: "attempt_completion", input: { result: "Fixed." } }],
  },
]);
