import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { testTaskId } from "@roo-code/testkit/event-drafts";
import { type EventDraft, noUsage, type PhaseReport, type StepProgress, type TaskEvent } from "@roo-code/types";
import colors from "picocolors";
import { expect, it } from "vitest";
import { formatWorkflow } from "./format-workflow.ts";
import { LiveBlock } from "./live-block.ts";
import { workflowOutput } from "./workflow-output.ts";

const root = { taskId: testTaskId("flow"), agent: "root" };
const usage = { ...noUsage(), inputTokens: 90, outputTokens: 10, costUsd: 0.5 };
const paint = colors.createColors(false);

function events(...drafts: EventDraft[]): TaskEvent[] {
  return drafts.map((draft, index) => Object.assign({ ...draft }, { seq: index + 1, at: "2030-01-01T00:00:00.000Z" }));
}

const taskId = testTaskId("child");
const history = events(
  { type: "phase.start", phase: "core" },
  { type: "subtask.start", callId: "core/a#1", taskId, agent: "child-1", mode: "code", message: "do it" },
  { type: "subtask.end", callId: "core/a#1", taskId, status: "completed", turns: 1, usage, filesChanged: [] },
  { type: "check.end", step: "core/a#1", command: "make\u001B[31m", exitCode: 1, output: "", durationMs: 1500 },
  { type: "phase.end", phase: "core", status: "failed" },
);

it("writes one line per step to a pipe, with control characters escaped", async () => {
  const stream = Object.assign(new PassThrough(), { isTTY: false, columns: 80 });
  const output = workflowOutput({
    format: "text",
    quiet: false,
    stdout: stream as never,
    stderr: stream as never,
    history: [],
  });
  for (const event of history) output.observe(event, root);
  output.observe({ live: true, type: "text.delta", text: "hidden" } as never, root);
  stream.end();
  expect((await text(stream)).split("\n")).toEqual([
    "◐ core",
    "  ◐ core/a#1 child-1 code child",
    "  ✓ core/a#1 completed, 100 tokens  $0.5000",
    "  ✗ core/a#1 check make<U+001B>[31m: exit 1, 1.5 s",
    "✗ core failed",
    "",
  ]);
});

it("only reports failures with --quiet", async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const output = workflowOutput({
    format: "text",
    quiet: true,
    stdout: stdout as never,
    stderr: stderr as never,
    history: [],
  });
  for (const event of history) output.observe(event, root);
  const error = { code: "step_failed", message: "The step core/a failed." };
  const totals = { turns: 1, usage, durationMs: 1, filesChanged: [], verification: null, phases: [] };
  output.finish({ taskId: "flow", status: "failed", result: null, error, ...totals });
  stdout.end();
  stderr.end();
  expect(await text(stdout)).toBe("");
  expect(await text(stderr)).toBe("roo: The step core/a failed.\n  → Continue with: roo workflow resume flow\n");
});

function phase(id: string, status: StepProgress, steps: number): PhaseReport {
  const subtasks = Array.from({ length: steps }, (_, index) => ({
    id: `step-${index}`,
    status: index === 0 ? status : ("waiting" as const),
    attempts: index === 0 ? 2 : 0,
    taskIds: index === 0 ? ["child"] : [],
    usage: noUsage(),
    checks: [],
  }));
  return { id, name: id, status, usage: noUsage(), subtasks, repairs: [], checks: [] };
}

it("draws the whole plan if it fits", () => {
  const phases = [phase("plan", "completed", 1), phase("core", "running", 2)];
  const activity = new Map([["child", "read_file"]]);
  expect(formatWorkflow(phases, { paint, width: 60, activity })).toEqual([
    "✓ plan",
    "  ✓ step-0  attempt 2",
    "◐ core",
    "  ◐ step-0  attempt 2  read_file",
    "  · step-1",
  ]);
});

it.each([20, 8, 5, 3])("never draws more than %i lines, and always the running steps", (height) => {
  const phases = Array.from({ length: 30 }, (_, index) =>
    phase(`p${index}`, index < 12 ? "completed" : index === 12 ? "running" : "waiting", 3),
  );
  const lines = formatWorkflow(phases, { paint, width: 30, height });
  expect(lines.length).toBeLessThanOrEqual(height);
  expect(lines).toContain("◐ p12");
  expect(lines.every((line) => line.length <= 30)).toBe(true);
});

it("redraws in place, and below other output", async () => {
  const stream = new PassThrough();
  const block = new LiveBlock(stream);
  block.draw(["one", "two"]);
  block.draw(["three"]);
  block.leave();
  block.draw(["four"]);
  stream.end();
  expect(await text(stream)).toBe("one\ntwo\n\u001B[2A\u001B[0Jthree\nfour\n");
});
