import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { showTask } from "./show-task.ts";
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

it.each([
  ["worked", {}, "✓ execute_command \n"],
  ["worked and did something that failed", { trouble: "exit code 1" }, "✗ execute_command  exit code 1\n"],
  ["failed", { isError: true }, "✗ execute_command \n  Exit code: 1\n"],
])("marks a call that %s", async (_, more, expected) => {
  const stderr = Object.assign(new PassThrough(), { isTTY: false, columns: 80 });
  const output = textOutput({ stdout: stderr as never, stderr: stderr as never, quiet: false });
  output.observe(ended(more));
  stderr.end();
  expect(await text(stderr)).toBe(expected);
  expect(showTask([ended(more)])).toContain(`${expected.slice(0, 1)} execute_command`);
});
