import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { testTaskId } from "@roo-code/testkit/event-drafts";
import { noUsage, type TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { formatTask } from "./format-task.ts";
import { textOutput } from "./text-output.ts";

const ended = (more: { isError?: boolean; trouble?: string }): TaskEvent => ({
  seq: 1,
  at: "2030-01-01T00:00:00.000Z",
  type: "tool.end",
  callId: "c1",
  name: "execute_command",
  content: "Exit code: 1",
  isError: false,
  durationMs: 1,
  ...more,
});

it.each<[string, { isError?: boolean; trouble?: string }, string]>([
  ["worked", {}, "✓ execute_command\n"],
  ["worked and did something that failed", { trouble: "exit code 1" }, "✗ execute_command exit code 1\n"],
  ["failed", { isError: true }, "✗ execute_command\n  Exit code: 1\n"],
])("marks a call that %s", async (_, more, expected) => {
  const stderr = Object.assign(new PassThrough(), { isTTY: false, columns: 80 });
  const output = textOutput({ stdout: stderr as never, stderr: stderr as never, quiet: false });
  output.observe(ended(more), { taskId: testTaskId("task"), agent: "root" });
  stderr.end();
  expect(await text(stderr)).toBe(expected);
  const shown = formatTask([ended(more)]);
  expect(shown).toContain(`${expected.slice(0, 1)} execute_command${more.trouble ? `: ${more.trouble}\n` : "\n"}`);
});

it("reports files that subtasks changed differently, and names a subtask of an earlier run", async () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: false, columns: 80 });
  const output = textOutput({ stdout: stderr as never, stderr: stderr as never, quiet: false });
  const source = { taskId: testTaskId("task"), agent: "root" };
  const child = testTaskId("child");
  const end: TaskEvent = {
    seq: 1,
    at: "2030-01-01T00:00:00.000Z",
    type: "subtask.end",
    callId: "c1",
    taskId: child,
    status: "completed",
    turns: 1,
    usage: noUsage(),
    filesChanged: ["a.txt"],
    conflicts: ["a.txt"],
    result: "done",
  };
  output.observe(end, source);
  output.observe({ ...ended({}), name: "new_task" } as TaskEvent, source);
  stderr.end();
  expect(await text(stderr)).toBe(
    `⚠ a.txt was also changed by another subtask, whose version is kept\n✓ new_task ${child}\n`,
  );
});

it("reports a network outage once a minute, and every other failure", async () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: false, columns: 120 });
  const output = textOutput({ stdout: stderr as never, stderr: stderr as never, quiet: false });
  const failed = (code: string, seconds: number): TaskEvent => ({
    seq: 1,
    at: new Date(Date.UTC(2030, 0, 1, 0, 0, seconds)).toISOString(),
    type: "turn.failed",
    turn: 2,
    attempt: 1,
    error: { code, message: `${code} at ${seconds}.` },
    retryInMs: 1000,
  });
  const failures = [
    failed("overloaded", 0),
    failed("overloaded", 1),
    ...[2, 3, 9, 40, 61, 62, 130].map((at) => failed("network", at)),
  ];
  for (const each of failures) output.observe(each, { taskId: testTaskId("task"), agent: "root" });
  stderr.end();
  expect((await text(stderr)).match(/\w+ at \d+/g)).toEqual([
    "overloaded at 0",
    "overloaded at 1",
    "network at 2",
    "network at 62",
    "network at 130",
  ]);
});

it("never truncates a notice: its end says what to do", async () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: false, columns: 40 });
  const output = textOutput({ stdout: stderr as never, stderr: stderr as never, quiet: false });
  const message = "The price of the model is not known, so --max-cost limits nothing. Use --max-tokens or --max-turns.";
  const notice: TaskEvent = { seq: 1, at: "2030-01-01T00:00:00.000Z", type: "notice.added", code: "price", message };
  output.observe(notice, { taskId: testTaskId("task"), agent: "root" });
  output.observe({ ...notice, message: "x".repeat(5000) }, { taskId: testTaskId("task"), agent: "root" });
  stderr.end();
  expect(await text(stderr)).toBe(`! ${message}\n! ${"x".repeat(1999)}…\n`);
  expect(formatTask([notice])).toContain(`! ${message}`);
});
