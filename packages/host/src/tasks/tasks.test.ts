import { systemClock } from "@roo-code/providers";
import { createTempWorkspace, type TempWorkspace } from "@roo-code/testkit/temp-workspace";
import { until } from "@roo-code/testkit/until";
import { effectiveEvents, type TaskEvent, type TaskId, taskIdSchema } from "@roo-code/types";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createHost } from "../create-host.ts";
import type { Host } from "../host.ts";
import { Tasks } from "./tasks.ts";

let home: TempWorkspace;
let project: TempWorkspace;
let host: Host;
let tasks: Tasks;
let notices: string[];
let broken: unknown[];
beforeEach(() => {
  home = createTempWorkspace();
  project = createTempWorkspace({
    ".roo/commands/greet.md": "---\nmode: ask\n---\nGreet $1 warmly, see @/secret.txt.",
    "note.txt": "a note\n",
    "secret.txt": "a secret\n",
  });
  host = createHost({ home: home.root, environment: { PATH: process.env.PATH }, version: "0" });
  notices = [];
  broken = [];
  tasks = new Tasks({
    host,
    home: home.root,
    clock: systemClock,
    onBroken: (_, error) => broken.push(error),
    onMessageNotice: (notice) => notices.push(notice),
  });
});
afterEach(async () => {
  await tasks.drain(10_000);
  await home[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
  if (broken.length > 0) throw new AggregateError(broken, "tasks failed");
});

const done = (result: string, more: object = {}) => ({
  toolCalls: [{ name: "attempt_completion", input: { result } }],
  ...more,
});
const command = (line: string) => ({ toolCalls: [{ name: "execute_command", input: { command: line } }] });
const asks = command("make it");

/** The input of every task of a test, with a model that gives these replies. */
function scripted(...replies: readonly object[]) {
  home.write("script.jsonl", replies.map((reply) => `${JSON.stringify(reply)}\n`).join(""));
  const provider = { apiProvider: "replay", replayFile: home.path("script.jsonl") } as const;
  return { cwd: project.root, provider, settings: { snapshots: false } };
}

const eventsOf = (taskId: TaskId) => host.tasks.read(taskId);
async function ofType<Type extends TaskEvent["type"]>(taskId: TaskId, type: Type) {
  return (await eventsOf(taskId)).filter((event): event is Extract<TaskEvent, { type: Type }> => event.type === type);
}
const messages = async (taskId: TaskId) =>
  (await ofType(taskId, "message.added")).map(({ message }) => JSON.stringify(message.content));
const modes = async (taskId: TaskId) =>
  (await eventsOf(taskId)).flatMap((event) =>
    event.type === "task.start" || event.type === "mode.start" ? [event.mode] : [],
  );
const questionsOpen = (count = 1) => until(() => tasks.questions.list().length === count);

it("starts in the requested mode, else in that of the slash command, else in that of the settings", async () => {
  const input = scripted(done("ok"));
  const modeOf = async (text: string, mode?: string) => {
    const taskId = await tasks.begin({ ...input, text, mode });
    await tasks.pool.ended(taskId);
    return modes(taskId);
  };
  home.write("settings.json", JSON.stringify({ mode: "debug" }));
  expect(await modeOf("/greet Anna", "architect")).toEqual(["architect"]);
  expect(await modeOf("/greet Anna")).toEqual(["ask"]);
  expect(await modeOf("hello")).toEqual(["debug"]);
  await expect(modeOf("hello", "nowhere")).rejects.toMatchObject({ code: "unknown_mode" });
});

it("expands a follow-up's slash command, and switches a running task to its mode", async () => {
  const input = scripted(asks, done("one"));
  const taskId = await tasks.begin({ ...input, text: "hello" });
  await questionsOpen();
  expect(await tasks.send(taskId, { ...input, text: "/greet Anna" })).toEqual({ isQueued: true });
  expect(await modes(taskId)).toEqual(["code", "ask"]);
  expect(await messages(taskId)).toEqual([expect.stringContaining("hello"), expect.stringContaining("Greet Anna")]);
  await tasks.send(taskId, { ...input, text: "/greet Ben", mode: "architect" });
  expect(await modes(taskId)).toEqual(["code", "ask", "architect"]);
});

it("resumes a task in its own mode unless the message or its slash command has another", async () => {
  const input = scripted(done("ok"));
  const taskId = await tasks.begin({ ...input, text: "hello", mode: "debug" });
  const send = async (text: string, mode?: string) => {
    await tasks.pool.ended(taskId);
    expect(await tasks.send(taskId, { ...input, text, mode })).toEqual({ isQueued: false });
  };
  await send("and now?");
  await send("/greet Anna");
  await send("/greet Ben", "architect");
  await tasks.pool.ended(taskId);
  expect(await modes(taskId)).toEqual(["debug", "ask", "architect"]);
});

it("looks up mentions only in the typed text", async () => {
  const input = scripted(done("ok"));
  const taskId = await tasks.begin({ ...input, text: "/greet Anna as @/note.txt says, and @/missing.txt" });
  const [message = ""] = await messages(taskId);
  expect(message).toContain("a note");
  expect(message).not.toContain("a secret");
  expect(notices).toEqual([expect.stringContaining("missing.txt")]);
});

it("never switches the mode of the parent of a task that gets a message", async () => {
  const order = { toolCalls: [{ name: "new_task", input: { mode: "code", message: "Do it." } }] };
  const input = scripted(order, { ...asks, agent: "child-1" }, { ...done("part"), agent: "child-1" }, done("all"));
  const root = await tasks.begin({ ...input, text: "Have it done.", mode: "orchestrator", autoApprove: ["subtask"] });
  await questionsOpen();
  const [child] = tasks.questions.list();
  expect(child?.agent).toBe("child-1");
  await tasks.send(child?.taskId ?? root, { ...input, text: "by the way", mode: "ask" });
  expect(await modes(root)).toEqual(["orchestrator"]);
});

it("ignores a repeated op, whether the task is running or not", async () => {
  const input = scripted(asks, done("one"), done("two"));
  const taskId = await tasks.begin({ ...input, text: "hello" });
  await questionsOpen();
  const again = { ...input, text: "more", opId: "m1", mode: "ask" };
  await tasks.send(taskId, again);
  await tasks.send(taskId, { ...input, text: "back", mode: "code" });
  const before = await eventsOf(taskId);
  expect(await tasks.send(taskId, again)).toEqual({ isQueued: true });
  expect(await eventsOf(taskId)).toEqual(before);
  await tasks.stop(taskId);
  await tasks.pool.ended(taskId);
  const ended = await eventsOf(taskId);
  expect(await tasks.send(taskId, again)).toEqual({ isQueued: false });
  expect(await eventsOf(taskId)).toEqual(ended);
  expect(await tasks.begin({ ...input, text: "hello", taskId })).toBe(taskId);
  expect(await eventsOf(taskId)).toEqual(ended);
});

it("takes limits and approvals from the input, else from the settings", async () => {
  home.write("settings.json", JSON.stringify({ maxTurns: 7, maxCost: 3, autoApprove: ["command"] }));
  const input = scripted(command("true"), done("ok"));
  const started = async (more: object) => {
    const taskId = await tasks.begin({ ...input, text: "hello", ...more });
    await until(() => tasks.questions.list().length > 0 || !tasks.pool.running.includes(taskId));
    const isWaiting = tasks.questions.list().length > 0;
    if (isWaiting) await tasks.stop(taskId);
    await tasks.pool.ended(taskId);
    const [run] = await ofType(taskId, "run.start");
    return { limits: run?.limits, isWaiting };
  };
  expect(await started({})).toEqual({ limits: { turns: 7, costUsd: 3 }, isWaiting: false });
  expect(await started({ limits: { turns: 2 }, autoApprove: [] })).toEqual({
    limits: { turns: 2, costUsd: 3 },
    isWaiting: true,
  });
});

it("saves the rules of an answer, applies them to other requests, and accepts the same answer once", async () => {
  const input = scripted(command("touch one"), done("ok"));
  const [first, second] = await Promise.all([1, 2].map((n) => tasks.begin({ ...input, text: `task ${n}` })));
  await questionsOpen(2);
  const [question] = tasks.questions.list();
  if (!question || !first || !second) throw new Error("no question is open");
  const rules = [{ action: "allow" as const, command: "touch one" }];
  const answer = { opId: "a", callId: question.callId, decision: "allow" as const, rules };
  await tasks.answer(question.taskId, answer);
  await Promise.all([tasks.pool.ended(first), tasks.pool.ended(second)]);
  const ends = await ofType(question.taskId, "approval.end");
  expect(ends).toMatchObject([{ opId: "a", decision: "allow" }]);
  await expect(tasks.answer(question.taskId, answer)).rejects.toMatchObject({ code: "task_not_running" });
});

it("replaces an earlier message", async () => {
  const input = scripted(done("ok"));
  const taskId = await tasks.begin({ ...input, text: "wrong" });
  await tasks.pool.ended(taskId);
  const [{ seq } = { seq: 0 }] = await ofType(taskId, "message.added");
  await expect(tasks.send(taskId, { ...input, text: "x", insteadOf: seq + 1 })).rejects.toMatchObject({
    code: "unknown_event",
  });
  await tasks.send(taskId, { ...input, text: "right", insteadOf: seq });
  await tasks.pool.ended(taskId);
  expect(await ofType(taskId, "run.end")).toHaveLength(2);
  const kept = effectiveEvents(await eventsOf(taskId)).filter(({ type }) => type === "message.added");
  expect(JSON.stringify(kept)).toContain("right");
  expect(JSON.stringify(kept)).not.toContain("wrong");
});

it("refuses to resume subtasks, and ended tasks that must not be resumed", async () => {
  const order = { toolCalls: [{ name: "new_task", input: { mode: "code", message: "Do it." } }] };
  const input = scripted(order, { ...done("part"), agent: "child-1" }, done("all"));
  const root = await tasks.begin({ ...input, text: "Have it done.", mode: "orchestrator", autoApprove: ["subtask"] });
  await tasks.pool.ended(root);
  const child = (await host.tasks.list()).find(({ parent }) => parent)?.taskId ?? root;
  await expect(tasks.send(child, { ...input, text: "more" })).rejects.toMatchObject({ code: "is_subtask" });
  await expect(tasks.resume(child)).rejects.toMatchObject({ code: "is_subtask" });
  await expect(tasks.send(root, { ...input, text: "more", continues: false })).rejects.toMatchObject({
    code: "task_not_running",
  });
});

it("runs in the foreground, and calls the hooks while it is being opened", async () => {
  const input = scripted(done("ok"));
  const opened: string[] = [];
  const result = await tasks.run(
    { ...input, text: "hello" },
    {
      onConfigured: ({ workspace }) => void opened.push(workspace),
      onOpen: ({ taskId }) => void opened.push(taskId),
    },
  );
  expect(result).toMatchObject({ status: "completed", result: "ok" });
  expect(opened).toEqual([project.root, result.taskId]);
  const again = await tasks.run({ ...input, cwd: undefined, taskId: taskIdSchema.parse(result.taskId) });
  expect(again.taskId).toBe(result.taskId);
});
