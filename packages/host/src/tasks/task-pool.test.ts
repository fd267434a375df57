import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { until } from "@roo-code/testkit/until";
import type { Op, TaskEvent, TaskId } from "@roo-code/types";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createHost } from "../create-host.ts";
import type { Host } from "../host.ts";
import type { TaskSession } from "../session/task-session.ts";
import { OpenQuestions } from "./open-questions.ts";
import type { PreparedOptions } from "./prepare-run.ts";
import { TaskPool } from "./task-pool.ts";

let base: string;
let host: Host;
let pool: TaskPool;
let questions: OpenQuestions;
let broken: unknown[];
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "roo-pool-")));
  mkdirSync(join(base, "work"));
  host = createHost({ home: join(base, "home"), environment: { PATH: process.env.PATH }, version: "0" });
  broken = [];
  pool = new TaskPool({ host, onBroken: (_, error) => broken.push(error) });
  questions = new OpenQuestions();
  pool.observe(questions.observe);
});
afterEach(async () => {
  await pool.drain("end", 10_000);
  rmSync(base, { recursive: true, force: true });
  if (broken.length > 0) throw new AggregateError(broken, "tasks failed");
});

const done = (result: string, more: object = {}) => ({
  toolCalls: [{ name: "attempt_completion", input: { result } }],
  ...more,
});
const asks = { toolCalls: [{ name: "execute_command", input: { command: "make it" } }] };

async function running(replies: readonly object[]): Promise<PreparedOptions> {
  const script = join(base, "script.jsonl");
  writeFileSync(script, replies.map((reply) => `${JSON.stringify(reply)}\n`).join(""));
  const configuration = await host.configure(join(base, "work"), { snapshots: false });
  const provider = { apiProvider: "replay", replayFile: script } as const;
  return { configuration, provider, limits: {}, autoApprove: new Set(), attended: true };
}

let opCount = 0;
const message = (text: string) => async (): Promise<Op> => ({
  type: "message.send",
  opId: `op-${(opCount += 1)}`,
  text,
});
const types = async (taskId: TaskId) => (await host.tasks.read(taskId)).map(({ type }) => type);
const texts = async (taskId: TaskId) =>
  (await host.tasks.read(taskId)).flatMap((event) =>
    event.type === "message.added" ? event.message.content.map((part) => ("text" in part ? part.text : "")) : [],
  );
const answer = (session: TaskSession, decision: "allow" | "deny") => {
  const [question] = questions.list();
  return session.submit({
    type: "approval.answer",
    opId: `a-${(opCount += 1)}`,
    callId: question?.callId ?? "",
    decision,
  });
};

it("runs a task from its first message to its end, and notifies observers", async () => {
  const seen: TaskEvent["type"][] = [];
  const stop = pool.observe((item) => {
    if (!("live" in item)) seen.push(item.type);
  });
  const { taskId } = await pool.start({ options: await running([done("ready")]), message: message("do it") });
  expect(await texts(taskId)).toEqual(["do it"]);
  await pool.ended(taskId);
  stop();
  expect(pool.running).toEqual([]);
  expect(seen).toEqual(await types(taskId));
  expect(seen.at(-1)).toBe("run.end");
});

it("queues a message for a running task, and resumes an ended one", async () => {
  const options = await running([asks, done("one"), done("two")]);
  const session = await pool.start({ options, message: message("first") });
  const { taskId } = session;
  await until(() => questions.list().length === 1);
  expect(await pool.send(taskId, { options, message: message("second") })).toEqual({ isQueued: true });
  await answer(session, "deny");
  await pool.ended(taskId);
  expect(questions.list()).toEqual([]);
  expect(await pool.send(taskId, { options, message: message("third") })).toEqual({ isQueued: false });
  await pool.ended(taskId);
  expect(await texts(taskId)).toEqual(["first", "second", "third"]);
  expect((await types(taskId)).filter((type) => type === "run.end")).toHaveLength(2);
});

it("loses no message when several are sent to an ended task at once", async () => {
  const options = await running([done("one"), asks, done("two")]);
  const { taskId } = await pool.start({ options, message: message("first") });
  await pool.ended(taskId);
  const answers = await Promise.all(
    [1, 2, 3].map((n) => pool.send(taskId, { options, message: message(`more ${n}`) })),
  );
  expect(answers.map(({ isQueued }) => isQueued)).toEqual([false, true, true]);
  expect((await texts(taskId)).slice(1).sort()).toEqual(["more 1", "more 2", "more 3"]);
  await Promise.all([pool.resume(taskId, { options }), pool.resume(taskId, { options })]);
  expect((await types(taskId)).filter((type) => type === "run.start")).toHaveLength(2);
});

it("resumes a task for a message that arrives just as its run ends", async () => {
  const options = await running([done("one"), done("two", { expect: "just in time" })]);
  let late: Promise<void> | undefined;
  const stop = pool.observe((item, { taskId }) => {
    const isOver = !("live" in item) && item.type === "tool.end" && item.completes !== undefined;
    if (isOver && !late) late = message("just in time")().then((op) => pool.submit(op, taskId));
  });
  const { taskId } = await pool.start({ options, message: message("first") });
  const results = async () =>
    (await host.tasks.read(taskId)).flatMap((event) => (event.type === "run.end" ? [event.result] : []));
  await expect.poll(async () => (await results()).at(-1)).toBe("two");
  await late;
  stop();
});

it("ends a run once, however often it is stopped", async () => {
  const options = await running([asks]);
  const session = await pool.start({ options, message: message("first") });
  const { taskId } = session;
  await until(() => questions.list().length === 1);
  const abort = { type: "run.abort", opId: "stop" } as const;
  await Promise.all([pool.submit(abort, taskId), pool.submit(abort, taskId)]);
  await pool.ended(taskId);
  await expect(pool.submit(abort, taskId)).rejects.toMatchObject({ code: "task_not_running" });
  const ends = (await host.tasks.read(taskId)).filter((event) => event.type === "run.end");
  expect(ends).toMatchObject([{ status: "aborted" }]);
});

it("drains: accepts no more tasks, and stops running ones so that they can be resumed", async () => {
  const options = await running([asks]);
  const sessions = await Promise.all([1, 2, 3].map((n) => pool.start({ options, message: message(`task ${n}`) })));
  await until(() => questions.list().length === 3);
  const starting = pool.start({ options, message: message("starting") });
  await pool.drain("drain", 20_000);
  await expect(pool.start({ options, message: message("late") })).rejects.toMatchObject({ code: "unavailable" });
  const ids = [...sessions, await starting].map(({ taskId }) => taskId);
  expect(pool.running).toEqual([]);
  const all = await host.tasks.list();
  expect(all.map(({ taskId }) => taskId).sort()).toEqual([...ids].sort());
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["aborted"]));
  const errors = await Promise.all(
    sessions.map(
      async ({ taskId }) => (await host.tasks.read(taskId)).findLast((event) => event.type === "run.end")?.error,
    ),
  );
  const error = { code: "aborted", message: "The server was stopped. The task can be resumed." };
  expect(errors).toEqual([error, error, error]);
});

it("releases a task whose first message cannot be created", async () => {
  const options = await running([done("one")]);
  const failing = () => Promise.reject(new Error("no message"));
  await expect(pool.start({ options, message: failing })).rejects.toThrow("no message");
  expect(pool.running).toEqual([]);
});

it("is not affected by observers that throw", async () => {
  pool.observe(() => {
    throw new Error("a bad observer");
  });
  const { taskId } = await pool.start({ options: await running([done("one")]), message: message("first") });
  await pool.ended(taskId);
  expect((await types(taskId)).at(-1)).toBe("run.end");
  expect(broken.length).toBeGreaterThan(0);
  broken.length = 0;
});
