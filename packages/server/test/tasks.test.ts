import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createHost, systemClock } from "@roo-code/host";
import { Tasks } from "@roo-code/host/tasks";
import type { TaskOp } from "@roo-code/types/api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { command, done, script, write } from "./obedient-model.ts";
import { type Served, type ServedParts, serve, servedParts } from "./served.ts";

let parts: ServedParts;
beforeAll(async () => {
  parts = await servedParts();
});
afterAll(() => parts[Symbol.asyncDispose]());

async function ended(served: Served, taskId: string, status: string) {
  await expect.poll(async () => (await served.client.tasks.get({ params: { taskId } })).status).toBe(status);
}

type OpFields<Type extends TaskOp["type"]> = Omit<Extract<TaskOp, { type: Type }>, "type">;

const say = ({ client }: Served, taskId: string, message: OpFields<"message.send">) =>
  client.tasks.submit({ params: { taskId }, body: { op: { type: "message.send", ...message } } });

const answer = ({ client }: Served, taskId: string, fields: OpFields<"approval.answer">) =>
  client.tasks.submit({ params: { taskId }, body: { op: { type: "approval.answer", ...fields } } });

async function begin(served: Served, text: string, more: object = {}) {
  const { workspaceId } = served;
  return served.client.tasks.create({ body: { workspaceId, text, ...more } });
}

it("starts a task, asks for approval, takes the answer, and shows the result", async () => {
  await using served = await serve(parts, { settings: { autoApprove: ["read"] } });
  const { client } = served;
  const task = await begin(served, script({ ...write("a.txt", "hello\n"), text: "I write." }, done("written")));
  expect(task).toMatchObject({
    status: "running",
    mode: "code",
    folder: served.folder,
    workspaceId: served.workspaceId,
  });
  const { taskId } = task;
  await expect.poll(async () => (await client.tasks.approvals()).approvals.length).toBe(1);
  const [question] = (await client.tasks.approvals()).approvals;
  expect(question).toMatchObject({ taskId, name: "write_to_file", subject: { kind: "edit" } });
  expect(await client.tasks.get({ params: { taskId } })).toMatchObject({
    waitsFor: "approval",
    approvals: [{ taskId }],
  });
  expect((await client.tasks.list()).tasks).toMatchObject([{ taskId, waitsFor: "approval" }]);
  const callId = question?.callId ?? "";
  await answer(served, taskId, { opId: "a", callId, decision: "allow" });
  await ended(served, taskId, "completed");
  expect(readFileSync(join(served.folder, "a.txt"), "utf8")).toBe("hello\n");
  expect(await client.tasks.get({ params: { taskId } })).toMatchObject({
    result: "written",
    turns: 2,
    usage: { inputTokens: 20, outputTokens: 10 },
    filesChanged: ["a.txt"],
    model: "served-model",
    approvals: [],
  });
  const { events, lastSeq } = await client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } });
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, index) => index + 1));
  const late = await answer(served, taskId, { opId: "b", callId, decision: "allow" }).catch((error: unknown) => error);
  expect(late).toMatchObject({ status: 409, code: "task_not_running" });
});

it("saves the rules of an answer and applies them to later calls", async () => {
  await using served = await serve(parts);
  const { client } = served;
  const { taskId } = await begin(served, script(command("touch one"), command("touch one"), done("ok")));
  await expect.poll(async () => (await client.tasks.approvals()).approvals.length).toBe(1);
  const [question] = (await client.tasks.approvals()).approvals;
  expect(question?.rules).toMatchObject([{ action: "allow", command: expect.stringContaining("touch") }]);
  const callId = question?.callId ?? "";
  await answer(served, taskId, { opId: "a", callId, decision: "allow", rules: question?.rules ?? [] });
  await ended(served, taskId, "completed");
  const { project: file = "" } = question?.keptIn ?? {};
  expect(file).toContain(join(served.home, "projects"));
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ approvals: question?.rules });
  expect(JSON.parse(readFileSync(join(served.home, "settings.json"), "utf8"))).not.toHaveProperty("approvals");
  // Not in the project, where it would count as a change by the task.
  expect(existsSync(join(served.folder, ".roo"))).toBe(false);
  const { approvals, files } = await client.configuration.get({ params: { workspaceId: served.workspaceId } });
  expect(approvals).toEqual([{ layer: "local", rules: question?.rules }]);
  expect(files.local).toBe(file);
});

it("shows approvals of subtasks in the view and the list of the parent, where they can be answered", async () => {
  await using served = await serve(parts, { settings: { autoApprove: ["subtask"] } });
  const { client } = served;
  const message = script(write("a.txt", "hello\n"), done("part done"));
  const order = { calls: [{ name: "new_task", input: { mode: "code", message } }] };
  const { taskId } = await begin(served, script(order, done("all done")), { mode: "orchestrator" });
  const view = () => client.tasks.get({ params: { taskId } });
  await expect.poll(async () => (await view()).approvals.length).toBe(1);
  const { approvals, waitsFor, title } = await view();
  expect(waitsFor).toBe("approval");
  expect(approvals).toMatchObject([{ agent: "child-1", name: "write_to_file", task: { taskId, title } }]);
  expect((await client.tasks.approvals()).approvals).toEqual(approvals);
  expect(await client.tasks.pending({ params: { taskId } })).toEqual({ approvals, questions: [] });
  expect(await view()).toMatchObject({ asked: [], subtasks: [{ agent: "child-1", status: null }] });
  expect((await client.tasks.list()).tasks).toMatchObject([{ taskId, waitsFor: "approval" }]);
  const [{ taskId: child, callId } = { taskId: "", callId: "" }] = approvals;
  expect(child).not.toBe(taskId);
  await answer(served, child, { opId: "a", callId, decision: "allow" });
  await ended(served, taskId, "completed");
  expect(readFileSync(join(served.folder, "a.txt"), "utf8")).toBe("hello\n");
});

it("asks for a subtask again once its parent is resumed after a restart, and takes the answer", async () => {
  await using served = await serve(parts, { settings: { autoApprove: ["subtask"] } });
  const order = (mode: string, message: string) => ({ calls: [{ name: "new_task", input: { mode, message } }] });
  const below = script(write("a.txt", "hello\n"), done("smallest part done"));
  const message = script(order("code", below), done("part done"));
  const { taskId } = await begin(served, script(order("orchestrator", message), done("all done")), {
    mode: "orchestrator",
  });
  const asked = async () => (await served.client.tasks.get({ params: { taskId } })).approvals;
  await expect.poll(async () => (await asked()).length).toBe(1);
  await served.restart();
  await served.client.tasks.resume({ params: { taskId }, body: {} });
  await expect.poll(async () => (await asked()).length).toBe(1);
  const [approval] = await asked();
  expect(approval).toMatchObject({ agent: "child-1.1", task: { taskId } });
  expect((await served.client.tasks.list()).tasks).toMatchObject([{ taskId, waitsFor: "approval" }]);
  await answer(served, approval?.taskId ?? "", { opId: "a", callId: approval?.callId ?? "", decision: "allow" });
  await ended(served, taskId, "completed");
  expect(readFileSync(join(served.folder, "a.txt"), "utf8")).toBe("hello\n");
});

it("shows that a task runs in another process", async () => {
  await using served = await serve(parts);
  const { client, home, folder } = served;
  const host = createHost({ home, environment: { PATH: process.env.PATH }, version: "0" });
  const elsewhere = new Tasks({ host, home, clock: systemClock, onBroken: () => undefined });
  const text = script(command("echo hi"), done("one"));
  const taskId = await elsewhere.begin({ cwd: folder, text });
  const view = () => client.tasks.get({ params: { taskId } });
  await expect.poll(async () => (await view()).waitsFor).toBe("approval");
  expect(await view()).toMatchObject({ status: "running", runsElsewhere: true });
  await elsewhere.drain(30_000);
  expect(await view()).toMatchObject({ status: "aborted", runsElsewhere: false });
  await client.tasks.resume({ params: { taskId }, body: {} });
  await expect.poll(async () => (await view()).waitsFor).toBe("approval");
  expect(await view()).toMatchObject({ status: "running", runsElsewhere: false });
});

it("denies approvals of an unattended task", async () => {
  await using served = await serve(parts);
  const { taskId } = await begin(served, script(write("a.txt", "x"), done("not written")), { attended: false });
  await ended(served, taskId, "completed");
  expect(existsSync(join(served.folder, "a.txt"))).toBe(false);
});

it("accepts a message once, however often it is sent, even after the task ended and the server restarted", async () => {
  await using served = await serve(parts);
  const { taskId } = await begin(served, script(done("one")));
  await ended(served, taskId, "completed");
  const body = { opId: "m1", text: script(done("two")) };
  const again = (more: object = {}) => say(served, taskId, { ...body, ...more });
  const events = async () => (await served.client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } })).events;
  await Promise.all([again(), again(), again()]);
  await ended(served, taskId, "completed");
  const before = await events();
  expect(before.filter((event) => event.type === "message.added" && event.opId === "m1")).toHaveLength(1);
  expect(before.filter(({ type }) => type === "run.start")).toHaveLength(2);
  await served.restart();
  await again();
  await again({ insteadOf: before.find(({ type }) => type === "message.added")?.seq });
  await ended(served, taskId, "completed");
  expect(await events()).toEqual(before);
});

it("queues a message for a running task, and resumes an ended one", async () => {
  await using served = await serve(parts);
  const { client } = served;
  const { taskId } = await begin(served, script(command("echo hi"), done("one")));
  await expect.poll(async () => (await client.tasks.approvals()).approvals.length).toBe(1);
  const send = (opId: string, text: string) => say(served, taskId, { opId, text });
  expect(await send("m1", "by the way")).toEqual({ isQueued: true });
  expect(await send("m1", "by the way")).toEqual({ isQueued: true });
  const [question] = (await client.tasks.approvals()).approvals;
  const callId = question?.callId ?? "";
  await answer(served, taskId, { opId: "x", callId, decision: "deny", feedback: "no" });
  await ended(served, taskId, "completed");
  expect(await send("m2", script(done("two")))).toEqual({ isQueued: false });
  await expect.poll(async () => (await client.tasks.get({ params: { taskId } })).result).toBe("two");
  const { events } = await client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } });
  expect(events.filter(({ type }) => type === "message.added")).toHaveLength(3);
});

it("continues in the mode of a message, whether the task is running or ended", async () => {
  await using served = await serve(parts, { settings: { autoApprove: ["edit"] } });
  const { client } = served;
  const { taskId } = await begin(served, script(done("one")));
  await ended(served, taskId, "completed");
  const send = (opId: string, text: string, mode: string) => say(served, taskId, { opId, text, mode });
  const results = async () => {
    const { events } = await client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } });
    return events.flatMap((event) => (event.type === "tool.end" ? [`${event.name} ${event.code ?? "ok"}`] : []));
  };
  await send("m1", script(write("a.txt", "x"), done("two")), "ask");
  await expect.poll(results).toHaveLength(3);
  expect(await results()).toContain("write_to_file tool_not_allowed");
  expect(existsSync(join(served.folder, "a.txt"))).toBe(false);
  await ended(served, taskId, "completed");
  expect(await client.tasks.get({ params: { taskId } })).toMatchObject({ mode: "ask" });

  await send("m2", script(command("echo hi"), done("three")), "code");
  await expect.poll(async () => (await client.tasks.approvals()).approvals.length).toBe(1);
  expect(await send("m3", script(write("b.txt", "x"), done("four")), "architect")).toEqual({ isQueued: true });
  const [question] = (await client.tasks.approvals()).approvals;
  await answer(served, taskId, { opId: "x", callId: question?.callId ?? "", decision: "deny" });
  await expect.poll(async () => (await client.tasks.get({ params: { taskId } })).result).toBe("four");
  expect(await client.tasks.get({ params: { taskId } })).toMatchObject({ mode: "architect" });
  expect(existsSync(join(served.folder, "b.txt"))).toBe(false);
  const unknown = await send("m4", "hello", "no-such-mode").catch((error: unknown) => error);
  expect(unknown).toMatchObject({ status: 400, code: "unknown_mode" });
});

it("expands a slash command, also in an existing task", async () => {
  const files = { ".roo/commands/greet.md": "---\nmode: ask\n---\nGreet $1 warmly." };
  await using served = await serve(parts, { files });
  const { client } = served;
  const { taskId } = await begin(served, script(done("one")));
  await ended(served, taskId, "completed");
  await say(served, taskId, { opId: "m1", text: "/greet Anna" });
  await expect.poll(async () => (await client.tasks.get({ params: { taskId } })).result).toBe("nothing more to say");
  const { events } = await client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } });
  const message = events.filter(({ type }) => type === "message.added").at(-1);
  expect(JSON.stringify(message)).toContain("Greet Anna warmly.");
  expect(await client.tasks.get({ params: { taskId } })).toMatchObject({ mode: "ask" });
});

it("replaces a message: everything that followed it is undone, including files", async () => {
  await using served = await serve(parts, { settings: { autoApprove: ["edit"] } });
  const { client } = served;
  const { taskId } = await begin(served, script(done("ready")));
  await ended(served, taskId, "completed");
  await say(served, taskId, { opId: "m1", text: script(write("bad.txt", "x"), done("bad")) });
  await expect.poll(async () => (await client.tasks.get({ params: { taskId } })).result).toBe("bad");
  expect(existsSync(join(served.folder, "bad.txt"))).toBe(true);
  const { events } = await client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } });
  const seq = events.findLast(({ type }) => type === "message.added")?.seq ?? 0;
  await say(served, taskId, { opId: "m2", text: script(write("good.txt", "x"), done("good")), insteadOf: seq });
  await expect.poll(async () => (await client.tasks.get({ params: { taskId } })).result).toBe("good");
  expect([existsSync(join(served.folder, "bad.txt")), existsSync(join(served.folder, "good.txt"))]).toEqual([
    false,
    true,
  ]);
  const wrong = say(served, taskId, { opId: "m3", text: "x", insteadOf: 1 });
  await expect(wrong).rejects.toMatchObject({ code: "unknown_event" });
});

it("stops, forks, exports, searches and deletes", async () => {
  await using served = await serve(parts);
  const { client } = served;
  const { taskId } = await begin(served, script(command("echo marmalade"), done("x")));
  await expect.poll(async () => (await client.tasks.approvals()).approvals.length).toBe(1);
  await expect(client.tasks.remove({ params: { taskId } })).rejects.toMatchObject({ code: "task_busy" });
  await client.tasks.submit({ params: { taskId }, body: { op: { type: "run.abort", opId: "stop" } } });
  await ended(served, taskId, "aborted");
  const fork = await client.tasks.fork({ params: { taskId }, body: {} });
  expect(fork).toMatchObject({ title: expect.stringContaining("SCRIPT"), status: "interrupted" });
  const { hits } = await client.tasks.search({ query: { query: "marmalade" } });
  expect(new Set(hits.map(({ task }) => task.taskId))).toEqual(new Set([taskId, fork.taskId]));
  for (const format of ["markdown", "json", "atif", "roo"] as const) {
    const bytes = await client.tasks.exportAs({ params: { taskId }, query: { format } });
    expect(bytes.length).toBeGreaterThan(100);
  }
  await client.tasks.remove({ params: { taskId } });
  await expect(client.tasks.get({ params: { taskId } })).rejects.toMatchObject({ status: 404, code: "task_not_found" });
  expect((await client.tasks.list()).tasks.map((task) => task.taskId)).toEqual([fork.taskId]);
});

it("pages through tasks without shifting, and filters by folder, status and mode", async () => {
  await using served = await serve(parts);
  const { client } = served;
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1)
    ids.unshift((await begin(served, script(done(String(n))), { mode: n % 2 ? "ask" : "code" })).taskId);
  for (const id of ids) await ended(served, id, "completed");
  const first = await client.tasks.list({ query: { limit: 2 } });
  const newer = await begin(served, script(done("new")));
  await ended(served, newer.taskId, "completed");
  const second = await client.tasks.list({ query: { limit: 2, cursor: first.next ?? "" } });
  const third = await client.tasks.list({ query: { limit: 2, cursor: second.next ?? "" } });
  expect([...first.tasks, ...second.tasks, ...third.tasks].map(({ taskId }) => taskId)).toEqual(ids);
  expect(third.next).toBeNull();
  expect((await client.tasks.list({ query: { mode: "ask" } })).tasks).toHaveLength(2);
  expect((await client.tasks.list({ query: { status: "failed" } })).tasks).toEqual([]);
  expect((await client.tasks.list({ query: { workspaceId: served.workspaceId } })).tasks).toHaveLength(6);
  const { rows, total } = await client.usage.get({ query: { by: "mode" } });
  expect(rows.map(({ key, tasks }) => [key, tasks])).toEqual([
    ["ask", 2],
    ["code", 4],
  ]);
  expect(total).toMatchObject({ tasks: 6, turns: 6, usage: { inputTokens: 60 } });
  expect((await client.usage.get({ query: { by: "workspace" } })).rows).toMatchObject([{ key: served.workspaceId }]);
});

it("creates one task per idempotency key, and answers a conflict for another request with the same key", async () => {
  await using served = await serve(parts);
  const { client, workspaceId } = served;
  const body = { workspaceId, text: script(done("once")) };
  const options = { idempotencyKey: "key-1" };
  const created = await Promise.all([1, 2, 3].map(() => client.tasks.create({ body }, options)));
  expect(new Set(created.map(({ taskId }) => taskId)).size).toBe(1);
  expect((await client.tasks.list()).tasks).toHaveLength(1);
  const other = client.tasks.create({ body: { ...body, text: "another" } }, options);
  await expect(other).rejects.toMatchObject({ status: 409, code: "conflict" });
  await served.restart();
  expect((await served.client.tasks.create({ body }, options)).taskId).toBe(created[0]?.taskId);
  const failed = await served.client.tasks
    .create({ body: { ...body, mode: "nowhere" } }, { idempotencyKey: "key-2" })
    .catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: "unknown_mode" });
});

it("undoes, redoes, and rejects single hunks", async () => {
  await using served = await serve(parts, {
    settings: { autoApprove: ["edit"] },
    files: { "a.txt": Array.from({ length: 30 }, (_, n) => `line ${n}\n`).join("") },
  });
  const { client } = served;
  const changed = Array.from({ length: 30 }, (_, n) => (n === 1 || n === 28 ? `new ${n}\n` : `line ${n}\n`)).join("");
  const { taskId } = await begin(served, script(write("a.txt", changed), done("changed")));
  await ended(served, taskId, "completed");
  const params = { taskId };
  const { checkpoints } = await client.checkpoints.list({ params });
  expect(checkpoints[0]).toMatchObject({ kind: "step", changed: ["a.txt"], isKept: true });
  const { files } = await client.checkpoints.diff({ params });
  expect(files).toMatchObject([{ path: "a.txt", change: "changed" }]);
  const [, second] = (files[0]?.text ?? "").split(/^(?=@@)/m).slice(1);
  await client.checkpoints.rejectHunk({ params, body: { path: "a.txt", hunk: second ?? "" } });
  const text = () => readFileSync(join(served.folder, "a.txt"), "utf8");
  expect([text().includes("new 1\n"), text().includes("line 28\n")]).toEqual([true, true]);
  await expect(
    client.checkpoints.rejectHunk({ params, body: { path: "a.txt", hunk: second ?? "" } }),
  ).rejects.toMatchObject({ code: "hunk_changed" });
  expect(await client.checkpoints.undo({ params, body: { isDryRun: true } })).toMatchObject({ restored: ["a.txt"] });
  await client.checkpoints.undo({ params, body: {} });
  expect(text().includes("new 1\n")).toBe(false);
  await client.checkpoints.redo({ params, body: {} });
  expect(text().includes("new 1\n")).toBe(true);
});

it("runs the demo without a model and verifies its result", async () => {
  await using served = await serve(parts);
  const { taskId, workspaceId } = await served.client.server.demo();
  await ended(served, taskId, "completed");
  expect(await served.client.tasks.get({ params: { taskId } })).toMatchObject({ verification: "verified" });
  expect((await served.client.workspaces.get({ params: { workspaceId } })).isOwned).toBe(true);
  await served.client.workspaces.forget({ params: { workspaceId } });
});
