import { expect, test } from "vitest";
import { callOutcome } from "./describe-call.ts";

const end = { seq: 1, at: "", type: "tool.end", callId: "c", name: "execute_command", content: "" } as const;

test.each([
  [
    { isError: false, durationMs: 2000 },
    { hasFailed: false, text: "2.0 s" },
  ],
  [
    { isError: false, durationMs: 20, trouble: "exit code 1" },
    { hasFailed: true, text: "exit code 1" },
  ],
  [
    { isError: false, durationMs: 2000, trouble: "exit code 127" },
    { hasFailed: true, text: "exit code 127 · 2.0 s" },
  ],
  [
    { isError: true, durationMs: 0 },
    { hasFailed: true, text: "failed" },
  ],
])("%o", (more, outcome) => {
  expect(callOutcome({ ...end, ...more })).toEqual(outcome);
});
