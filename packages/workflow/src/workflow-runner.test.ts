import { until } from "@roo-code/testkit/until";
import type { BudgetShare, TaskEvent } from "@roo-code/types";
import { expect, it } from "vitest";
import { FakeSubtasks } from "../test/fake-subtasks.ts";
import { statuses, tryPlan } from "../test/harness.ts";
import { defineWorkflow } from "./read-plan.ts";

const fivePhases = defineWorkflow({
  name: "five",
  phases: [
    { id: "plan", mode: "architect", subtasks: [{ id: "outline", message: "outline it" }] },
    { id: "core", subtasks: [{ id: "build", message: "build it", checks: ["make"] }] },
    {
      id: "features",
      subtasks: [
        { id: "left", message: "left of {{results.core.build}}" },
        { id: "right", message: "right" },
      ],
    },
    { id: "tests", subtasks: ["write tests"], checks: ["make test"] },
    { id: "docs", mode: "architect", subtasks: ["write docs"] },
  ],
});

function kinds(events: readonly TaskEvent[]): string[] {
  return events.map((event) => {
    if (event.type === "phase.start") return `phase.start ${event.phase}`;
    if (event.type === "phase.end") return `phase.end ${event.phase} ${event.status}`;
    if (event.type === "subtask.start") return `subtask.start ${event.callId} ${event.agent} ${event.mode}`;
    if (event.type === "subtask.end") return `subtask.end ${event.callId} ${event.status}`;
    if (event.type === "check.end") return `check.end ${event.step} ${event.exitCode}`;
    return event.type === "snapshot.added" ? `snapshot.added ${event.label}` : event.type;
  });
}

it("runs five phases one after the other and records every step", async () => {
  const { events, result, checked } = await tryPlan({ plan: fivePhases });
  expect(result).toMatchObject({
    status: "completed",
    result: "Completed 5 phases with 6 subtasks.",
    turns: 6,
    usage: { inputTokens: 60, outputTokens: 6 },
  });
  expect(checked).toEqual(["make", "make test"]);
  expect(kinds(events).slice(0, 15)).toEqual([
    "task.start",
    "message.added",
    "workflow.start",
    "run.start",
    "snapshot.added the first subtask",
    "phase.start plan",
    "subtask.start plan/outline#1 child-1 architect",
    "subtask.end plan/outline#1 completed",
    "snapshot.added after plan/outline#1",
    "phase.end plan completed",
    "phase.start core",
    "subtask.start core/build#1 child-2 code",
    "subtask.end core/build#1 completed",
    "snapshot.added after core/build#1",
    "check.end core/build#1 0",
  ]);
  expect(kinds(events).slice(-4)).toEqual([
    "subtask.end docs/1#1 completed",
    "snapshot.added after docs/1#1",
    "phase.end docs completed",
    "run.end",
  ]);
});

it("gives concurrent writers a copy each, and a single one the workspace", async () => {
  const { subtasks } = await tryPlan({ plan: fivePhases });
  expect([...subtasks.worktrees].map(([callId, worktree]) => [callId, worktree !== undefined])).toEqual([
    ["plan/outline#1", false],
    ["core/build#1", false],
    ["features/left#1", true],
    ["features/right#1", true],
    ["tests/1#1", false],
    ["docs/1#1", false],
  ]);
});

it("gives a task that starts beside a writer a copy", async () => {
  const plan = defineWorkflow({
    name: "w",
    phases: [
      { id: "long", dependsOn: [], subtasks: ["x"] },
      { id: "look", dependsOn: [], mode: "ask", subtasks: ["y"] },
      { id: "late", dependsOn: ["look"], subtasks: ["z"] },
    ],
  });
  const subtasks: FakeSubtasks = new FakeSubtasks(async ({ callId }) => {
    if (callId === "long/1#1") await until(() => subtasks.worked.includes("late/1#1"));
    return {};
  });
  const { result } = await tryPlan({ plan, subtasks });
  expect(result.status).toBe("completed");
  expect([...subtasks.worktrees.values()].map((worktree) => worktree !== undefined)).toEqual([false, false, true]);
});

it("never runs a check beside a task that works in the same folder", async () => {
  const plan = defineWorkflow({
    name: "w",
    phases: [
      { id: "long", dependsOn: [], mode: "ask", subtasks: ["x"] },
      { id: "quick", dependsOn: [], mode: "ask", subtasks: ["y"], checks: ["make"] },
    ],
  });
  const subtasks: FakeSubtasks = new FakeSubtasks(async ({ callId }) => {
    if (callId !== "long/1#1") return {};
    await until(() => subtasks.worked.length > 0);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    return {};
  });
  const { result, events } = await tryPlan({ plan, subtasks });
  expect(result.error).toBeUndefined();
  expect(kinds(events).slice(-3, -1)).toEqual(["check.end quick 0", "phase.end quick completed"]);
});

it("passes results on: in their placeholders, else below the message", async () => {
  const { subtasks } = await tryPlan({ plan: fivePhases });
  expect(subtasks.messages.get("features/left#1")).toBe("left of done core/build#1");
  expect(subtasks.messages.get("features/right#1")).toBe(
    "right\n\n## Results of earlier steps\n\n### core.build\ndone core/build#1",
  );
});

it("retries with the output of the failed check until it passes", async () => {
  let broken = 2;
  const tried = await tryPlan({
    plan: defineWorkflow({
      name: "again",
      phases: [{ id: "a", subtasks: [{ id: "x", message: "do x", retries: 2, checks: ["make"] }] }],
    }),
    check: () => (broken-- > 0 ? 2 : 0),
  });
  expect(tried.result.status).toBe("completed");
  expect(tried.subtasks.worked).toEqual(["a/x#1", "a/x#2", "a/x#3"]);
  expect([...tried.subtasks.agents.values()]).toEqual(["child-1", "child-2", "child-3"]);
  const message = tried.subtasks.messages.get("a/x#2") ?? "";
  expect(message).toMatch(/^do x\n/);
  expect(message).toContain("ended with exit code 2:\nmake");
  expect(message).toContain("it broke here");
  expect(message).toContain("Its result was:\ndone a/x#1");
});

it("tells the next attempt why a task failed", async () => {
  const subtasks = new FakeSubtasks(({ callId }) =>
    callId === "a/1#1"
      ? { status: "failed", result: null, error: { code: "network", message: "The line was cut." } }
      : undefined,
  );
  const plan = defineWorkflow({ name: "w", phases: [{ id: "a", retries: 1, subtasks: ["do it"] }] });
  const tried = await tryPlan({ plan, subtasks });
  expect(tried.result.status).toBe("completed");
  expect(subtasks.messages.get("a/1#2")).toContain("It ended as failed: The line was cut.");
});

it("treats a conflict with another task as a failure", async () => {
  const subtasks = new FakeSubtasks(() => ({ conflicts: [{ path: "a.txt", aside: "/aside/a.txt" }] }));
  const plan = defineWorkflow({ name: "w", phases: [{ id: "a", subtasks: ["do it"] }] });
  const { result, events } = await tryPlan({ plan, subtasks });
  expect(result).toMatchObject({ status: "failed", error: { code: "step_failed" } });
  expect(result.error?.message).toBe("Step a/1 failed: another task changed the same files: a.txt.");
  expect(JSON.stringify(events)).toContain("Its own version of a.txt is in /aside/a.txt.");
});

it("skips what depends on a failed phase and runs the rest", async () => {
  const plan = defineWorkflow({
    name: "w",
    phases: [
      {
        id: "a",
        subtasks: [
          { id: "bad", message: "x" },
          { id: "after", message: "y", dependsOn: ["bad"] },
        ],
      },
      { id: "b", subtasks: ["z"] },
      { id: "c", dependsOn: [], subtasks: ["free"] },
      { id: "d", dependsOn: ["b"], subtasks: ["z"] },
    ],
  });
  const subtasks = new FakeSubtasks(({ callId }) => (callId === "a/bad#1" ? { status: "denied", result: null } : {}));
  const tried = await tryPlan({ plan, subtasks });
  expect(statuses(tried)).toEqual({
    a: "failed",
    "a/bad": "failed",
    "a/after": "skipped",
    b: "skipped",
    "b/1": "skipped",
    c: "completed",
    "c/1": "completed",
    d: "skipped",
    "d/1": "skipped",
  });
  expect(tried.result.error?.message).toBe("Step a/bad failed: its task ended as denied: no reason given.");
});

it("starts a task to repair a phase whose check fails", async () => {
  const codes = [1, 1, 0];
  const plan = defineWorkflow({
    name: "w",
    vars: { tool: "make" },
    phases: [
      { id: "a", name: "Tests", retries: 2, subtasks: ["write {{vars.tool}} tests"], checks: ["{{vars.tool}} test"] },
    ],
  });
  const tried = await tryPlan({ plan, check: () => codes.shift() ?? 0 });
  expect(tried.result.status).toBe("completed");
  expect(tried.subtasks.worked).toEqual(["a/1#1", "a#1", "a#2"]);
  expect(tried.checked).toEqual(["make test", "make test", "make test"]);
  const message = tried.subtasks.messages.get("a#1") ?? "";
  expect(message).toContain('The work of the phase "Tests" is done, but a check of it fails.');
  expect(message).toContain("it broke here");
  expect(message).toContain("- 1: write make tests");
});

it("fails a phase whose check still fails after all retries, and names the check", async () => {
  const plan = defineWorkflow({ name: "w", phases: [{ id: "a", retries: 1, subtasks: ["x"], checks: ["make"] }] });
  const { result, checked } = await tryPlan({ plan, check: () => null });
  expect(checked).toHaveLength(2);
  expect(result.error?.message).toBe('Phase a failed: the check "make" was stopped before it finished.');
});

it("retries only what failed when a failed plan is resumed", async () => {
  const plan = defineWorkflow({
    name: "w",
    phases: [
      { id: "a", subtasks: ["x"] },
      { id: "b", subtasks: ["y"] },
      { id: "c", subtasks: ["z"] },
    ],
  });
  const subtasks = new FakeSubtasks(({ callId }) => (callId === "b/1#1" ? { status: "failed", result: null } : {}));
  const first = await tryPlan({ plan, subtasks });
  expect(first.result.status).toBe("failed");
  const second = await tryPlan({ plan, subtasks, history: first.events });
  expect(second.result.status).toBe("completed");
  expect(subtasks.worked).toEqual(["a/1#1", "b/1#1", "b/1#2", "c/1#1"]);
});

it("stops everything when aborted, and resumes the same tasks", async () => {
  const plan = defineWorkflow({
    name: "w",
    phases: [
      { id: "a", subtasks: ["x", "y"] },
      { id: "b", subtasks: ["z"] },
    ],
  });
  const stop = new AbortController();
  const subtasks = new FakeSubtasks(async (_, signal) => {
    await until(() => signal.aborted);
    return {};
  });
  const running = tryPlan({ plan, subtasks, signal: stop.signal });
  await until(() => subtasks.active === 2);
  stop.abort();
  const first = await running;
  expect(first.result).toMatchObject({ status: "aborted", usage: { inputTokens: 20 }, error: { code: "aborted" } });
  expect(subtasks.worked).toEqual([]);
  const begun = first.events.filter((event) => event.type === "subtask.start").map(({ taskId }) => taskId);
  subtasks.behave = () => undefined;
  const second = await tryPlan({ plan, subtasks, history: first.events });
  expect(second.result.status).toBe("completed");
  expect(subtasks.worked).toEqual(["a/1#1", "a/2#1", "b/1#1"]);
  const ended = second.events.filter((event) => event.type === "subtask.end").map(({ taskId }) => taskId);
  expect(ended.slice(0, 2)).toEqual(begun);
});

it("does not record an interrupted check, and runs it again", async () => {
  const plan = defineWorkflow({ name: "w", phases: [{ id: "a", subtasks: ["x"], checks: ["make"] }] });
  const stop = new AbortController();
  const first = await tryPlan({
    plan,
    signal: stop.signal,
    check: () => {
      stop.abort();
      return null;
    },
  });
  expect(first.result.status).toBe("aborted");
  expect(kinds(first.events).filter((kind) => kind.startsWith("check.end"))).toEqual([]);
  const second = await tryPlan({ plan, subtasks: first.subtasks, history: first.events });
  expect([second.result.status, second.checked]).toEqual(["completed", ["make"]]);
});

const noBudget: BudgetShare = {
  spend: () => {},
  exhausted: () => undefined,
  nearest: () => undefined,
  reserve: async () => ({ settle: () => {} }),
};

it("stops at a limit of all its tasks together, and can be resumed from there", async () => {
  let spent = 0;
  const failure = { code: "limit_cost", message: "Stopped at the limit of 1 USD." };
  const budget = { ...noBudget, exhausted: () => (spent >= 2 ? failure : undefined) };
  const subtasks = new FakeSubtasks(() => {
    spent += 1;
    return {};
  });
  const first = await tryPlan({ plan: fivePhases, subtasks, budget });
  expect(first.result).toMatchObject({ status: "limit", error: failure });
  expect(subtasks.worked).toEqual(["plan/outline#1", "core/build#1"]);
  const second = await tryPlan({ plan: fivePhases, subtasks, history: first.events });
  expect(second.result.status).toBe("completed");
  expect(subtasks.worked).toHaveLength(6);
});

it("keeps a task open that stopped at the common limit", async () => {
  let isUsedUp = false;
  const budget = {
    ...noBudget,
    exhausted: () => (isUsedUp ? { code: "limit_tokens", message: "used up" } : undefined),
  };
  const subtasks = new FakeSubtasks(() => {
    isUsedUp = true;
    return { status: "limit", result: null };
  });
  const { result, events } = await tryPlan({ plan: fivePhases, subtasks, budget });
  expect([result.status, result.usage.inputTokens]).toEqual(["limit", 10]);
  expect(kinds(events)).not.toContain("subtask.end plan/outline#1 limit");
});

it("fails with the reason when the log or a port throws, after everything else has ended", async () => {
  const plan = defineWorkflow({ name: "w", phases: [{ id: "a", subtasks: ["x", "y"] }] });
  let hasEnded = false;
  const subtasks = new FakeSubtasks(async ({ callId }, signal) => {
    if (callId === "a/1#1") throw new Error("no more room");
    await until(() => signal.aborted);
    hasEnded = true;
    return {};
  });
  const { result } = await tryPlan({ plan, subtasks });
  expect(result).toMatchObject({ status: "failed", error: { code: "internal_error", message: "no more room" } });
  expect(hasEnded).toBe(true);
});
