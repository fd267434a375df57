import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import { noUsage, type RunResult, type Subtask, type TaskEvent } from "@roo-code/types";
import { defineWorkflow } from "@roo-code/workflow";
import { expect, it } from "vitest";
import { createHost } from "../create-host.ts";
import { newTaskId } from "../task-id.ts";
import { createWorkflow } from "./open-workflow.ts";
import { resumeWorkflow, runWorkflow } from "./run-workflow.ts";
import type { WorkflowHost, WorkflowSubtasks } from "./workflow-host.ts";

/** Real logs, folders, commands and snapshots; only the subtasks are replaced by a function. */
async function createSetup(work: (subtask: Subtask, folder: string, signal: AbortSignal) => Promise<void> | void) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "roo-workflow-")));
  const [home, folder, script] = [join(base, "home"), join(base, "work"), join(base, "script.jsonl")];
  mkdirSync(folder);
  writeFileSync(script, '{"text":"hello"}\n');
  const environment = { PATH: process.env.PATH, HOME: base };
  const host = createHost({ home, environment, version: "0.0.0" });
  const clock = { now: Date.now, monotonic: () => performance.now(), sleep: async () => {} };
  const subtasks: WorkflowSubtasks = {
    modes: ["code"],
    submit: async () => false,
    disposeNow: () => {},
    place: async (orders) => orders.map(() => ({ taskId: newTaskId(Date.now(), Math.random) })),
    run: async (subtask, { signal }) => {
      await work(subtask, folder, signal);
      return outcomeOf(subtask, signal.aborted);
    },
  };
  const workflows = {
    home,
    environment,
    clock,
    version: "0.0.0",
    tasks: host.tasks,
    profiles: host.profiles,
    checkStorage: () => undefined,
    subtasks: () => subtasks,
  };
  const seen: TaskEvent[] = [];
  const options = {
    configuration: await host.configure(folder),
    provider: { apiProvider: "replay", replayFile: script } as const,
    limits: {},
    autoApprove: new Set(["edit"] as const),
    attended: false,
    observe: (item: object) => seen.push(item as TaskEvent),
  };
  const workflowHost: WorkflowHost = { workflows };
  return {
    host: workflowHost,
    tasks: host.tasks,
    folder,
    options,
    seen,
    [Symbol.dispose]: () => rmSync(base, { recursive: true }),
  };
}

function outcomeOf({ taskId, callId }: Subtask, isAborted: boolean): RunResult {
  return {
    taskId,
    status: isAborted ? "aborted" : "completed",
    result: `done ${callId}`,
    verification: null,
    turns: 1,
    usage: noUsage(),
    durationMs: 1,
    filesChanged: [],
  };
}

const plan = defineWorkflow({
  name: "A file",
  description: "with the right content",
  phases: [
    { id: "write", retries: 1, subtasks: [{ id: "it", message: "write a.txt", checks: ["grep -q right a.txt"] }] },
  ],
});

it("runs a plan as its own task: listed, checked, saved and observed", async () => {
  using setup = await createSetup(({ callId }, folder) =>
    writeFileSync(join(folder, "a.txt"), callId.endsWith("#1") ? "wrong" : "right"),
  );
  const result = await runWorkflow(setup.host, plan, setup.options);
  expect(result).toMatchObject({ status: "completed", phases: [{ id: "write", subtasks: [{ attempts: 2 }] }] });
  const [task] = await setup.tasks.list();
  expect(task).toMatchObject({
    taskId: result.taskId,
    title: "A file",
    mode: "workflow",
    status: "completed",
    cwd: setup.folder,
  });
  const events = task ? await setup.tasks.read(task.taskId) : [];
  expect(events).toEqual(setup.seen);
  expect(events.filter(({ type }) => type === "check.end")).toMatchObject([{ exitCode: 1 }, { exitCode: 0 }]);
  expect(events.filter(({ type }) => type === "snapshot.added")).toMatchObject([
    { label: "the first subtask" },
    { label: "after write/it#1" },
    { label: "after write/it#2" },
  ]);
});

it("ends a check with its processes when aborted, and runs it again when resumed", async () => {
  using setup = await createSetup(() => {});
  const slow = defineWorkflow({
    name: "slow",
    phases: [{ id: "a", subtasks: ["x"], checks: ["test -e go || { touch began; sleep 600; }"] }],
  });
  const stop = new AbortController();
  const running = runWorkflow(setup.host, slow, { ...setup.options, signal: stop.signal });
  await until(() => existsSync(join(setup.folder, "began")));
  stop.abort();
  const first = await running;
  expect(first).toMatchObject({ status: "aborted", error: { code: "aborted" } });
  writeFileSync(join(setup.folder, "go"), "");
  const [task] = await setup.tasks.list();
  if (!task) throw new Error("no task");
  const second = await resumeWorkflow(setup.host, task.taskId, setup.options);
  expect(second.status).toBe("completed");
  expect((await setup.tasks.read(task.taskId)).filter(({ type }) => type === "subtask.start")).toHaveLength(1);
});

it("ends a check after its timeout, and reports it", async () => {
  using setup = await createSetup(() => {});
  const slow = defineWorkflow({
    name: "slow",
    phases: [{ id: "a", subtasks: ["x"], checks: [{ command: "sleep 600", timeout: 0.1 }] }],
  });
  const result = await runWorkflow(setup.host, slow, setup.options);
  expect(result.error?.message).toBe('Phase a failed: the check "sleep 600" was stopped before it finished.');
  expect(setup.seen.find(({ type }) => type === "check.end")).toMatchObject({
    exitCode: null,
    output: "Ended after 0.1 seconds.",
  });
});

it("reports the result of a completed workflow again without a model", async () => {
  using setup = await createSetup((_, folder) => writeFileSync(join(folder, "a.txt"), "right"));
  const { result } = await runWorkflow(setup.host, plan, setup.options);
  const [task] = await setup.tasks.list();
  if (!task) throw new Error("no task");
  const options = { ...setup.options, provider: { apiProvider: "openai" } as const };
  expect(await resumeWorkflow(setup.host, task.taskId, options)).toMatchObject({ status: "completed", result });
  await expect(runWorkflow(setup.host, plan, options)).rejects.toThrow(/key/i);
});

it("rejects an unknown mode before anything starts", async () => {
  using setup = await createSetup(() => {});
  const unknownMode = defineWorkflow({ name: "w", phases: [{ id: "a", subtasks: [{ message: "x", mode: "poet" }] }] });
  await expect(createWorkflow(setup.host, unknownMode, setup.options)).rejects.toMatchObject({
    code: "unknown_mode",
    message: 'There is no mode "poet", which the step a/1 of the plan names.',
  });
  expect(await setup.tasks.list()).toEqual([]);
});

it("works with snapshots disabled", async () => {
  using setup = await createSetup((_, folder) => writeFileSync(join(folder, "a.txt"), "right"));
  const { configuration } = setup.options;
  const off = { ...configuration, settings: { ...configuration.settings, snapshots: false } };
  const result = await runWorkflow(setup.host, plan, { ...setup.options, configuration: off });
  expect(result.status).toBe("completed");
  expect(setup.seen.some(({ type }) => type === "snapshot.added")).toBe(false);
});
