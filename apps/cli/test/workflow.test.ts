import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { until } from "@roo-code/testkit/until";
import type { TaskEvent } from "@roo-code/types";
import { describe, expect, it } from "vitest";
import { complete, createProject, type TestProject } from "./roo.ts";

const example = (name: string) => fileURLToPath(new URL(`../../../examples/five-phases/${name}`, import.meta.url));
const approve = ["--auto-approve", "all"];

describe("the example plan with five phases", () => {
  it("creates a program whose tests pass, in an empty folder", async () => {
    using here = createProject();
    const args = ["workflow", "run", example("plan.yaml"), "--replay", example("replay.jsonl"), ...approve];
    const { code, stdout, stderr } = await here.roo([...args, "--output", "json"]);
    expect(stderr).toBe("");
    const result = JSON.parse(stdout);
    expect([code, result.status, result.error]).toEqual([0, "completed", undefined]);
    expect(result.phases.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`)).toEqual([
      "plan completed",
      "core completed",
      "features completed",
      "tests completed",
      "docs completed",
    ]);
    expect(result.filesChanged).toEqual([
      "PLAN.md",
      "README.md",
      "package.json",
      "src/calculate.js",
      "src/cli.js",
      "src/names.js",
      "test/calculate.test.js",
      "test/cli.test.js",
    ]);
    const shown = await here.roo(["workflow", "show", result.taskId]);
    expect(shown.stdout).toContain("✓ core: Build the core");
    expect(shown.stdout).toMatch(/✓ evaluate .*attempt 2/);
    const listed = await here.roo(["tasks", "list"]);
    expect(listed.stdout).toContain("A calculator for the command line");
    const again = await here.roo(["workflow", "resume", result.taskId, "--replay", example("replay.jsonl")]);
    expect([again.code, again.stdout]).toEqual([0, "Completed 5 phases with 6 subtasks.\n"]);
    expect((await here.roo(["diff", result.taskId, "--stat"])).stdout).toMatch(/^PLAN\.md +added/m);
    const { checkpoints } = JSON.parse((await here.roo(["checkpoints", result.taskId, "--output", "json"])).stdout);
    const steps = checkpoints.filter(({ kind }: { kind: string }) => kind === "step");
    expect(steps.map(({ label, changed }: { label: string; changed: string[] }) => [label, changed]).sort()).toEqual([
      ["core/evaluate#1", ["package.json", "src/calculate.js"]],
      ["core/evaluate#2", ["src/calculate.js"]],
      ["docs/readme#1", ["README.md"]],
      ["features/command#1", ["src/cli.js"]],
      ["features/functions#1", ["src/names.js"]],
      ["plan/outline#1", ["PLAN.md"]],
      ["tests/write#1", ["test/calculate.test.js", "test/cli.test.js"]],
    ]);
    const said = await here.roo(["run", "--resume", result.taskId, "and now the docs"]);
    expect([said.code, said.stderr]).toEqual([2, expect.stringContaining("roo workflow resume")]);
  });
});

const plan = `name: two files
phases:
  - id: a
    subtasks: [write a.txt]
    checks: grep -q one a.txt
  - id: b
    subtasks:
      - id: left
        message: write b.txt
      - id: right
        message: write c.txt
    checks: [test -s b.txt, test -s c.txt]
`;
const write = (agent: string, path: string, content: string) => [
  { agent, toolCalls: [{ name: "write_to_file", input: { path, content } }] },
  { agent, ...complete(`${path} is there`) },
];
const script = [
  ...write("child-1", "a.txt", "one\n"),
  ...write("child-2", "b.txt", "two\n"),
  ...write("child-3", "c.txt", "three\n"),
];

function workflowEvents(here: TestProject): TaskEvent[] {
  if (!existsSync(`${here.home}/tasks`)) return [];
  const logs = here
    .taskIds()
    .flatMap((id) => (existsSync(`${here.home}/tasks/${id}/events.jsonl`) ? [here.events(id)] : []));
  return logs.find((events) => events[0]?.type === "task.start" && events[0].mode === "workflow") ?? [];
}

it.each([4, 8, 12])("resumes after kill -9 at event %i without a difference", async (count) => {
  using here = createProject();
  here.write("plan.yaml", plan);
  const flags = ["--replay", here.script(script), ...approve];
  const started = here.start(["workflow", "run", "plan.yaml", ...flags]);
  let hasEnded = false;
  void started.ended.then(() => (hasEnded = true));
  await until(() => hasEnded || workflowEvents(here).length >= count);
  started.child.kill("SIGKILL");
  await started.ended;
  const id = here.taskIds().sort()[0] ?? "";
  const { code, stdout } = await here.roo(["workflow", "resume", id, ...flags]);
  expect([code, stdout]).toEqual([0, "Completed 2 phases with 3 subtasks.\n"]);
  expect(["a.txt", "b.txt", "c.txt"].map((file) => here.read(file))).toEqual(["one\n", "two\n", "three\n"]);
  const starts = workflowEvents(here).filter(({ type }) => type === "subtask.start");
  expect(starts).toHaveLength(3);
});

it("stops at Ctrl-C with its commands, and says how to continue", async () => {
  using here = createProject();
  here.write(
    "plan.yaml",
    "name: slow\nphases:\n  - id: a\n    subtasks: [say so]\n    checks: 'test -e go || { touch began; sleep 600; }'\n",
  );
  const flags = ["--replay", here.script([{ agent: "child-1", ...complete("so") }]), ...approve];
  const started = here.start(["workflow", "run", "plan.yaml", ...flags]);
  await until(() => existsSync(here.path("began")));
  started.child.kill("SIGINT");
  const { code, stderr } = await started.ended;
  expect(code).toBe(130);
  const id = /roo workflow resume (\S+)/.exec(stderr)?.[1] ?? "";
  writeFileSync(here.path("go"), "");
  const again = await here.roo(["workflow", "resume", id.slice(0, 30), ...flags]);
  expect([again.code, again.stdout]).toEqual([0, "Completed 1 phase with 1 subtask.\n"]);
});

it("fails with the failed step, stops at a limit, and rejects an invalid plan", async () => {
  using here = createProject();
  here.write(
    "plan.yaml",
    "name: bad\nphases:\n  - id: a\n    subtasks: [say so]\n    checks: 'exit 3'\n  - id: b\n    subtasks: [more]\n",
  );
  const line = { agent: "child-1", ...complete("so"), usage: { inputTokens: 500, outputTokens: 500 } };
  const failed = await here.roo(["workflow", "run", "plan.yaml", "--replay", here.script([line]), ...approve]);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('roo: Phase a failed: the check "exit 3" ended with exit code 3.');
  here.write("plan.yaml", "name: long\nphases:\n  - id: a\n    subtasks: [say so]\n  - id: b\n    subtasks: [more]\n");
  const limit = await here.roo([
    "workflow",
    "run",
    "plan.yaml",
    "--replay",
    here.script([line]),
    "--max-tokens",
    "900",
    ...approve,
  ]);
  expect([limit.code, /Stopped at the limit of 900 tokens/.test(limit.stderr)]).toEqual([3, true]);
  here.write("plan.yaml", "name: none\nphases:\n  - id: a\n    mode: poet\n    subtasks: [x]\n");
  const unknown = await here.roo(["workflow", "check", "plan.yaml"]);
  expect([unknown.code, unknown.stderr.split("\n")[0]]).toEqual([
    2,
    'roo: There is no mode "poet", which the phase a of the plan names.',
  ]);
  here.write("plan.yaml", "name: none\nphases:\n  - id: a\n    subtasks: [x]\n    after: b\n");
  const bad = await here.roo(["workflow", "run", "plan.yaml", "--replay", here.script([line])]);
  expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining("line 5: phases[0].after: unknown key")]);
});
