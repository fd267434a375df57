import { rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { systemClock } from "@roo-code/providers";
import { eventDrafts, testTaskId } from "@roo-code/testkit/event-drafts";
import { MemoryEventLog } from "@roo-code/testkit/memory-event-log";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import type { EventDraft, TaskId } from "@roo-code/types";
import { openSnapshots } from "@roo-code/workspace";
import { describe, expect, it } from "vitest";
import { chooseTasks } from "./choose-tasks.ts";
import { diffTask } from "./diff-task.ts";
import { forkTask } from "./fork-task.ts";
import { redo } from "./redo.ts";
import { restoreTo } from "./restore-to.ts";
import { undoSteps } from "./undo-steps.ts";

const taskId = testTaskId("task");

/** A task that wrote each of these contents to `x`, each time after a snapshot and followed by `extra`. */
async function scene(
  temp: TempWorkspace,
  contents: readonly string[],
  extra: (content: string) => void = () => undefined,
) {
  const home = join(temp.root, ".home");
  let now = systemClock.now();
  const tasks = new MemoryEventLog({ ...systemClock, now: () => (now += 1) });
  const context = { home, clock: systemClock, tasks };
  const store = await openSnapshots({ workspace: temp.root, home, clock: systemClock });
  const writer = await tasks.create(taskId);
  const add = (...drafts: EventDraft[]) => writer.append(drafts).durable;
  await add(eventDrafts.taskStart(taskId, temp.root), eventDrafts.message("go"));
  for (const content of contents) {
    const { id } = await store.take(content);
    await add({ type: "snapshot.added", callId: content, snapshot: id, label: content, skipped: 0 });
    temp.write("x", content);
    extra(content);
    const { changes, files } = await store.recordChange(id, { by: taskId, label: content });
    await add({ type: "change.added", callId: content, label: content, changes: [...changes], files: [...files] });
  }
  return { context, store, writer, tasks };
}

describe("undoing steps", () => {
  it("completes an undo that a crash interrupted, and undoes nothing more", async () => {
    await using temp = createTempWorkspace({ x: "0" });
    const { context, store, writer, tasks } = await scene(temp, ["1", "2"]);
    await writer.close();
    // A crash after the files were restored and before the log was written.
    const diskFull = new Error("no space left");
    const open = async () => {
      const real = await tasks.open(taskId);
      const append = (drafts: readonly EventDraft[]) => {
        if (drafts.length > 0) throw diskFull;
        return real.append(drafts);
      };
      return { takeHistory: () => real.takeHistory(), append, close: () => real.close() };
    };
    const interrupted = { ...context, tasks: Object.assign(Object.create(tasks), { open }) };
    await expect(undoSteps(interrupted, { taskId, count: 1 })).rejects.toBe(diskFull);
    expect([temp.readText("x"), await store.pendingRestore()]).toMatchObject(["1", { undo: { taskId } }]);
    const { steps } = await undoSteps(context, { taskId, count: 1 });
    expect([steps.map(({ label }) => label), temp.readText("x")]).toEqual([["2"], "1"]);
    expect(await store.pendingRestore()).toBeUndefined();
    await redo(context, { taskId });
    expect(temp.readText("x")).toBe("2");
    await undoSteps(context, { taskId, count: 2 });
    expect(temp.readText("x")).toBe("0");
  });

  it("counts only the files it could undo, so that repeating the undo completes it", async () => {
    await using temp = createTempWorkspace({ x: "0", p: "0" });
    const { context, writer } = await scene(temp, ["1"], () => rmSync(temp.path("p")));
    await writer.close();
    // The file in the way is in no snapshot, so it may not be replaced.
    temp.write("p", "");
    truncateSync(temp.path("p"), 40 * 1024 * 1024);
    const first = await undoSteps(context, { taskId, count: 1 });
    expect([first.restored, first.conflicts.map(({ path }) => path), temp.readText("x")]).toEqual([["x"], ["p"], "0"]);
    rmSync(temp.path("p"));
    const second = await undoSteps(context, { taskId, count: 1 });
    expect([second.restored, second.conflicts, temp.readText("p")]).toEqual([["p"], [], "0"]);
    await expect(undoSteps(context, { taskId, count: 1 })).rejects.toMatchObject({ code: "nothing_to_undo" });
  });

  it("distinguishes files that regain changes from files that lose them", async () => {
    await using temp = createTempWorkspace({ x: "0" });
    const { context, writer } = await scene(temp, ["1"], () => temp.write("y", "1"));
    await writer.close();
    await undoSteps(context, { taskId, count: 1, paths: ["x"] });
    const undo = (await context.tasks.read(taskId)).at(-1)?.seq ?? 0;
    const forward = await restoreTo(context, { taskId, seq: undo });
    expect([forward.restored, forward.returned, temp.readText("x")]).toEqual([["x"], ["x"], "1"]);
    const back = await restoreTo(context, { taskId, seq: 1 });
    expect([back.restored, back.removed, back.returned, temp.readText("x")]).toEqual([["x"], ["y"], undefined, "0"]);
  });

  it("is not in the task's diff once it is redone, not even with lines of others it replaced", async () => {
    await using temp = createTempWorkspace({ x: "0\n", y: "0\n" });
    const { context, writer } = await scene(temp, ["1\n"], () => temp.write("y", "1\n"));
    await writer.close();
    const linesOf = async () => {
      const { files } = await diffTask(context, await context.tasks.read(taskId), {});
      return files.map(({ path, text = "" }) => [path, ...text.split("\n").filter((line) => /^[+-]\w/.test(line))]);
    };
    temp.write("x", "mine\n");
    const before = await linesOf();
    expect(before).toEqual([
      ["x", "-0", "+1"],
      ["y", "-0", "+1"],
    ]);
    const { replaced } = await undoSteps(context, { taskId, count: 1, take: "before" });
    expect([replaced, temp.readText("x"), await linesOf()]).toEqual([["x"], "0\n", []]);
    await redo(context, { taskId });
    expect([temp.readText("x"), await linesOf()]).toEqual(["mine\n", before]);
    // Files that the redo could not restore stay undone.
    await undoSteps(context, { taskId, count: 1, take: "before" });
    temp.write("y", "mine\n");
    const { conflicts } = await redo(context, { taskId });
    expect([conflicts.map(({ path }) => path), await linesOf()]).toEqual([["y"], [["x", "-0", "+1"]]]);
  });

  it("reports files that existed, are in no snapshot, and are gone", async () => {
    await using temp = createTempWorkspace({ x: "0", "node_modules/a.js": "", "sub/.git/HEAD": "" });
    const { context, writer } = await scene(temp, ["1"]);
    await writer.close();
    rmSync(temp.path("node_modules"), { recursive: true });
    const { restored, lost } = await undoSteps(context, { taskId, count: 1 });
    expect([restored, lost]).toEqual([["x"], [{ path: "node_modules/", rule: "dependencies" }]]);
  });

  it("is refused while the task is running, and changes nothing", async () => {
    await using temp = createTempWorkspace({ x: "0" });
    const { context, store, writer } = await scene(temp, ["1"]);
    const before = (await store.list()).length;
    await expect(undoSteps(context, { taskId, count: 1 })).rejects.toMatchObject({ code: "task_busy" });
    await expect(redo(context, { taskId })).rejects.toMatchObject({ code: "task_busy" });
    await expect(forkTask(context, { taskId, at: 2, files: true })).rejects.toMatchObject({ code: "task_busy" });
    expect([temp.readText("x"), (await store.list()).length]).toEqual(["1", before]);
    const dry = await undoSteps(context, { taskId, count: 1, isDryRun: true });
    expect([dry.restored, temp.readText("x"), (await store.list()).length]).toEqual([["x"], "1", before]);
    const fork = await forkTask(context, { taskId, at: 2, files: false });
    expect((await context.tasks.read(fork.taskId)).map(({ type }) => type)).toEqual(["task.start", "message.added"]);
    await writer.close();
  });

  it("reports pruned snapshots, and undoes only steps with snapshots", async () => {
    await using temp = createTempWorkspace({ x: "0" });
    const { context, store, writer } = await scene(temp, ["1", "2"]);
    await writer.close();
    const [first] = await store.list();
    await store.forget(first?.id ?? "");
    const { steps } = await undoSteps(context, { taskId, count: 5 });
    expect([steps.length, temp.readText("x")]).toEqual([1, "1"]);
    await expect(undoSteps(context, { taskId, count: 1 })).rejects.toMatchObject({ code: "snapshot_forgotten" });
    // The snapshots of the undo itself.
    for (const { id } of (await store.list()).filter(({ label }) => label === "after an undo")) await store.forget(id);
    await expect(redo(context, { taskId })).rejects.toMatchObject({ code: "snapshot_forgotten" });
  });
});

describe("chooseTasks", () => {
  const idOf = (one: { readonly taskId: TaskId }) => one.taskId;

  it("returns the newest task and its subtasks, the last to change files first", async () => {
    await using temp = createTempWorkspace({ x: "0" });
    const { tasks, writer } = await scene(temp, ["1"]);
    const child = testTaskId("child");
    const below = await tasks.create(child);
    const parent = { taskId, callId: "c", agent: "child-1" };
    await below.append([
      { ...eventDrafts.taskStart(child, temp.root), parent } as EventDraft,
      { type: "snapshot.added", callId: "a", snapshot: "s9-000000", label: "x", skipped: 0 },
    ]).durable;
    await below.close();
    await writer.append([eventDrafts.runEnd("completed")]).durable;
    await writer.close();
    expect((await chooseTasks(tasks, { folder: temp.root })).map(idOf)).toEqual([child, taskId]);
    expect((await chooseTasks(tasks, { folder: join(temp.root, "deep/below") })).map(idOf)).toEqual([child, taskId]);
    expect((await chooseTasks(tasks, { folder: temp.root, task: "ta" })).map(idOf)).toEqual([taskId]);
    await expect(chooseTasks(tasks, { folder: "/" })).rejects.toMatchObject({ code: "task_not_found" });
  });

  it("returns the task that ran last, even after an older one was undone", async () => {
    await using temp = createTempWorkspace({ x: "0" });
    const { context, tasks, writer } = await scene(temp, ["1"]);
    await writer.close();
    const newer = testTaskId("newer");
    const other = await tasks.create(newer);
    await other.append([eventDrafts.taskStart(newer, temp.root), eventDrafts.runEnd("completed")]).durable;
    await other.close();
    await undoSteps(context, { taskId, count: 1 });
    await redo(context, { taskId });
    expect((await chooseTasks(tasks, { folder: temp.root })).map(idOf)).toEqual([newer]);
    const resumed = await tasks.open(taskId);
    await resumed.append([eventDrafts.message("continue"), eventDrafts.runEnd("completed")]).durable;
    await resumed.close();
    expect((await chooseTasks(tasks, { folder: temp.root })).map(idOf)).toEqual([taskId]);
  });
});
