import type { TaskEvent } from "@roo-code/types";
import { closeCodes } from "@roo-code/types/api";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { command, done, script, write } from "./obedient-model.ts";
import { type RawSocket, rawSocket } from "./raw-socket.ts";
import { type Served, type ServedParts, serve, servedParts } from "./served.ts";

let parts: ServedParts;
beforeAll(async () => {
  parts = await servedParts();
});
afterAll(() => parts[Symbol.asyncDispose]());

vi.setConfig({ testTimeout: 180_000 });

const autoApproved = { settings: { autoApprove: ["read", "edit", "command"] } };

async function begin({ client, workspaceId }: Served, text: string): Promise<string> {
  return (await client.tasks.create({ body: { workspaceId, text } })).taskId;
}

const eventsOf = ({ frames }: RawSocket): TaskEvent[] =>
  frames.flatMap((frame) => (frame.type === "event" ? [frame.event] : []));

async function completes({ client }: Served, taskId: string): Promise<readonly TaskEvent[]> {
  await expect.poll(async () => (await client.tasks.get({ params: { taskId } })).status).toBe("completed");
  return (await client.tasks.events({ params: { taskId }, query: { afterSeq: 0, limit: 500 } })).events;
}

it("sends a client that keeps losing its connection exactly the events it missed, in order", async () => {
  await using served = await serve(parts, autoApproved);
  const steps = Array.from({ length: 12 }, (_, n) => ({ ...write(`f${n}.txt`, "x\n"), delayMs: 20 }));
  const taskId = await begin(served, script(...steps, done("all")));
  const seen: TaskEvent[] = [];
  for (let round = 1; seen.at(-1)?.type !== "run.end"; round += 1) {
    const one = rawSocket(served);
    one.send({ type: "subscribe", taskId, afterSeq: seen.at(-1)?.seq ?? 0 });
    const isOver = () => eventsOf(one).length >= round % 5 || eventsOf(one).at(-1)?.type === "run.end";
    await expect.poll(isOver, { interval: 5 }).toBe(true);
    // Frames that arrive from here on are lost, as with a broken connection.
    seen.push(...eventsOf(one));
    one.socket.terminate();
  }
  expect(seen).toEqual(await completes(served, taskId));
});

it("sends every follower of a task the same events, wherever it starts", async () => {
  await using served = await serve(parts, autoApproved);
  const waits = "while [ ! -e go ]; do sleep 0.05; done; seq 1 300";
  const taskId = await begin(served, script(command(waits), done("all")));
  const [whole, rest] = [rawSocket(served), rawSocket(served)];
  whole.send({ type: "subscribe", taskId, afterSeq: 0 });
  rest.send({ type: "subscribe", taskId, afterSeq: 3 });
  const areCaughtUp = () => [whole, rest].every(({ frames }) => frames.some(({ type }) => type === "caughtUp"));
  await expect.poll(areCaughtUp).toBe(true);
  served.write("go", "");
  const events = await completes(served, taskId);
  await expect.poll(() => eventsOf(whole).length).toBe(events.length);
  await expect.poll(() => eventsOf(rest).length).toBe(events.length - 3);
  expect([eventsOf(whole), eventsOf(rest)]).toEqual([events, events.slice(3)]);
  expect(whole.frames.some((frame) => frame.type === "delta")).toBe(true);
  for (const { socket } of [whole, rest]) socket.terminate();
});

it("disconnects a client that does not read, with a reason, and does not slow down others", async () => {
  await using served = await serve(parts, autoApproved);
  const [stalled, healthy] = [rawSocket(served), rawSocket(served)];
  const { workspaceId } = served;
  const { taskId } = await served.client.tasks.create({ body: { workspaceId, text: script(done("x")) } });
  for (const one of [stalled, healthy]) one.send({ type: "subscribe", taskId, afterSeq: 0 });
  await completes(served, taskId);
  stalled.socket.pause();
  // More than the system buffers for a connection, and then more than the server does.
  const big = Array.from({ length: 10 }, (_, n) => write(`big${n}`, "y".repeat(90_000)));
  const slowClients = async () =>
    /^roo_socket_slow_clients_total (\d+)/m.exec(await (await served.ask("/metrics")).text())?.[1];
  for (let round = 1; (await slowClients()) === "0"; round += 1) {
    const result = `big ${round}`;
    const op = { type: "message.send", opId: result, text: script(...big, done(result)) } as const;
    await served.client.tasks.submit({ params: { taskId }, body: { op } });
    await expect.poll(async () => (await served.client.tasks.get({ params: { taskId } })).result).toBe(result);
  }
  stalled.socket.resume();
  expect([closeCodes.tooSlow, 1006]).toContain(await stalled.closed);
  await expect.poll(() => eventsOf(healthy).at(-1)?.type).toBe("run.end");
  const events = await served.client.tasks.get({ params: { taskId } });
  expect(eventsOf(healthy).at(-1)?.seq).toBe(events.lastSeq);
  healthy.socket.terminate();
});

it("refuses clients that do not authenticate, and pages of other origins", async () => {
  await using served = await serve(parts);
  const wrong = rawSocket({ ...served, token: "wrong" });
  expect(await wrong.closed).toBe(closeCodes.unauthorized);
  const hasty = rawSocket(served, { isSilent: true });
  hasty.send({ type: "watch.tasks" });
  expect(await hasty.closed).toBe(closeCodes.unauthorized);
  expect(await rawSocket(served, { headers: { origin: "http://evil.example" } }).closed).toBe(403);
  expect(await rawSocket(served, { headers: { host: "evil.example" } }).closed).toBe(403);
  expect(await rawSocket(served, { path: "/api/v1/other" }).closed).toBe(404);
  expect(await rawSocket(served, { path: `/api/v1/ws/?token=${served.token}` }).closed).toBe(404);
});

it("closes connections that send invalid or oversized frames or too many, and keeps serving others", async () => {
  await using served = await serve(parts);
  const rude = (bytes: string | Buffer, isBinary = false) => {
    const one = rawSocket(served);
    one.socket.once("open", () => one.socket.send(bytes, { binary: isBinary }));
    return one.closed;
  };
  expect(await rude("{")).toBe(closeCodes.badFrame);
  expect(await rude('{"type":"what"}')).toBe(closeCodes.badFrame);
  expect(await rude(Buffer.from([1, 2, 3]), true)).toBe(closeCodes.badFrame);
  expect(await rude("x".repeat(3 * 1024 * 1024))).toBe(1009);
  const flood = rawSocket(served);
  flood.socket.once("open", () => {
    for (let n = 0; n < 20_000; n += 1) flood.send({ type: "watch.tasks" });
  });
  expect(await flood.closed).toBe(closeCodes.badFrame);
  const polite = rawSocket(served);
  polite.send({ type: "subscribe", taskId: "20260101T000000-aaaaaaaa", afterSeq: 0 });
  await expect
    .poll(() => polite.frames.find(({ type }) => type === "error"))
    .toMatchObject({ error: { code: expect.any(String) } });
  polite.socket.terminate();
});

it("reports changes of tasks and files, and offers shells", async () => {
  await using served = await serve(parts, autoApproved);
  const { workspaceId } = served;
  const live = served.live();
  const [tasks, paths, output]: [string[], string[], string[]] = [[], [], []];
  live.watchTasks((update) => void ("task" in update && tasks.push(update.task.status)));
  live.watchFiles(workspaceId, (changed) => void paths.push(...changed));
  const shell = { shellId: "one", workspaceId, columns: 80, rows: 24 };
  const listener = {
    onOutput: (text: string) => void output.push(text),
    onEnd: (code: number | null) => void output.push(`ended ${code}`),
  };
  // Fails until the socket is connected.
  const opens = () =>
    live.openShell(shell, listener).then(
      () => true,
      () => false,
    );
  await expect.poll(opens).toBe(true);
  live.writeShell("one", "echo $((40 + 2)); exit 3\r");
  await expect.poll(() => output.join("")).toMatch(/42[\s\S]*ended 3/);
  await begin(served, script(write("new.txt", "x"), done("x")));
  await expect.poll(() => tasks.at(-1)).toBe("completed");
  await expect.poll(() => paths).toContain("new.txt");
});

it("accepts ops over the socket: acknowledged once on disk, rejected with a status, applied once", async () => {
  await using served = await serve(parts);
  const { client } = served;
  const taskId = await begin(served, script(command("touch one"), done("one")));
  const connected = Promise.withResolvers<void>();
  const live = served.live({ onState: (state) => state === "open" && connected.resolve() });
  await connected.promise;
  const approvals = async () => (await client.tasks.get({ params: { taskId } })).approvals;
  await expect.poll(async () => (await approvals()).length).toBe(1);
  const types = async () =>
    (await client.tasks.events({ params: { taskId }, query: { afterSeq: 0 } })).events.map(({ type }) => type);
  const message = { type: "message.send", opId: "m1", text: "by the way", mode: "architect" } as const;
  expect(await live.submit(message, taskId)).toEqual({ isQueued: true });
  const before = await types();
  expect(before.slice(-2)).toEqual(["mode.start", "message.added"]);
  expect(await live.submit(message, taskId)).toEqual({ isQueued: true });
  expect(await types()).toEqual(before);
  const wrong = { type: "approval.answer", opId: "x", callId: "no-such-call", decision: "allow" } as const;
  await expect(live.submit(wrong, taskId)).rejects.toMatchObject({ code: "not_pending", status: 409 });
  const image = { type: "image", mediaType: "image/png", data: "A".repeat(2 * 1024 * 1024) } as const;
  const large = { ...message, opId: "m2", images: [image] };
  await expect(live.submit(large, taskId)).rejects.toMatchObject({ code: "too_large", status: 413 });
  expect(await client.tasks.submit({ params: { taskId }, body: { op: large } })).toEqual({ isQueued: true });
  await expect(live.submit({ ...message, opId: "" }, taskId)).rejects.toMatchObject({ status: 400 });
  const [question] = await approvals();
  const { callId = "", rules = [] } = question ?? {};
  const answer = { type: "approval.answer", opId: "a", callId, decision: "allow", rules, keepIn: "user" } as const;
  expect(await live.submit({ ...answer, rules: [...rules] }, taskId)).toEqual({});
  expect(await types()).toContain("approval.end");
  await completes(served, taskId);
  const { approvals: kept } = await client.configuration.get({ params: { workspaceId: served.workspaceId } });
  expect(kept).toEqual([{ layer: "user", rules }]);
});
