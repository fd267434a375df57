import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { testTaskId } from "@roo-code/testkit/event-drafts";
import { type EventOf, type Evidence, noUsage, type Verification } from "@roo-code/types";
import { expect, it } from "vitest";
import { formatChangedFiles, formatEvidence } from "./format.ts";
import { formatTask } from "./format-task.ts";
import { textOutput } from "./text-output.ts";

it("lists a few files, and counts the rest", () => {
  const paths = Array.from({ length: 2000 }, (_, index) => `f${index}`);
  expect(formatChangedFiles([])).toBe("");
  expect(formatChangedFiles(["a\nb"])).toBe("changed a\\nb");
  expect(formatChangedFiles(paths.slice(0, 12))).toMatch(/f11$/);
  expect(formatChangedFiles(paths)).toMatch(/^changed f0, f1, .*, f11 and 1988 more$/);
});

const evidence: Evidence[] = [
  { claim: "wrote it", path: "a.ts", verdict: "shown", seq: 3 },
  { claim: "tests\npass", command: "npm test", verdict: "stale", why: "then a.ts was changed" },
  { claim: "lint\u001b[2J passes", command: "npm run lint", verdict: "contradicted", why: "it was not run" },
  { claim: "it is nice", verdict: "unknown", why: "it names neither" },
];
const lines = ["⚠ tests ⏎ pass: then a.ts was changed", "✗ lint<U+001B>[2J passes: it was not run"];

const at = "2030-01-01T00:00:00.000Z";
const completed: EventOf<"tool.end"> = {
  seq: 8,
  at,
  type: "tool.end",
  callId: "c1",
  name: "attempt_completion",
  content: "The task is complete.",
  isError: false,
  durationMs: 1,
  completes: "Done.",
  evidence,
  verification: "failed",
};
const totals = { result: "Done.", turns: 2, usage: noUsage(), filesChanged: [], durationMs: 1500 };

it("lists claims that the log does not support, escaped and shortened", () => {
  expect(formatEvidence(evidence, 80)).toEqual(lines);
  expect(formatEvidence(evidence, 20)[1]).toHaveLength(20);
  const many = Array.from({ length: 30 }, () => evidence[1] ?? []).flat();
  expect(formatEvidence(many, 80)).toHaveLength(21);
  expect(formatEvidence(many, 80).at(-1)).toBe("… and 10 more");
});

it.each<[Verification | null, string]>([
  ["failed", "completed · failed to verify · 2 turns · 1.5 s"],
  ["unverified", "completed · unverified · 2 turns · 1.5 s"],
  ["verified", "completed · verified · 2 turns · 1.5 s"],
  [null, "completed · 2 turns · 1.5 s"],
])("ends a run that is %s with its claims and their verification", async (verification, footer) => {
  const stderr = Object.assign(new PassThrough(), { isTTY: false, columns: 80 });
  const stdout = new PassThrough();
  const output = textOutput({ stdout: stdout as never, stderr: stderr as never, quiet: false });
  const taskId = testTaskId("task");
  output.observe(completed, { taskId, agent: "root" });
  output.finish({ taskId, status: "completed", verification, ...totals });
  stderr.end();
  expect(await text(stderr)).toBe([...lines, footer, ""].join("\n"));
});

it("shows them in roo tasks show", () => {
  const shown = formatTask([
    completed,
    { seq: 9, at, type: "run.end", status: "completed", verification: "failed", ...totals },
  ]);
  expect(shown).toContain(lines.map((line) => `  ${line}`).join("\n"));
  expect(shown).toContain("── completed · failed to verify\n");
});
