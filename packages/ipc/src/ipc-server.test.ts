import { until } from "@roo-code/testkit/until";
import { RooError } from "@roo-code/types";
import { expect, it } from "vitest";
import { rawClient, testServer } from "../test/test-server.ts";
import { encodeFrame } from "./wire/frame.ts";
import type { RooEvent } from "./wire/task-event.ts";

const usage = { totalTokensIn: 10, totalTokensOut: 2, totalCost: 0.01, contextTokens: 12 };
const started: RooEvent = { eventName: "taskStarted", payload: ["t-1"] };
const cancel = (clientId: string, more: object = {}) =>
  encodeFrame({ type: "TaskCommand", origin: "client", clientId, data: { commandName: "CancelTask" }, ...more });

it("greets byte for byte as Roo Code does", async () => {
  await using served = await testServer();
  using client = rawClient(served.path);
  const id = await client.clientId();
  expect(id).toMatch(/^[0-9a-f]{12}$/);
  expect(client.received()).toBe(
    `{"type":"message","data":{"type":"Ack","origin":"server","data":{"clientId":"${id}","pid":${process.pid},"ppid":${process.ppid}}}}\f`,
  );
});

it("understands Roo Code's commands byte for byte", async () => {
  await using served = await testServer();
  using client = rawClient(served.path);
  const id = await client.clientId();
  const head = `{"type":"message","data":{"type":"TaskCommand","origin":"client","clientId":"${id}","data":`;
  const texts = [
    '{"commandName":"StartNewTask","data":{"configuration":{"mode":"code"},"text":"hi"}}',
    '{"commandName":"CancelTask"}',
    '{"commandName":"ResumeTask","data":"t-1"}',
    '{"commandName":"SendMessage","data":{"text":"go on","images":[]}}',
    '{"commandName":"GetModes"}',
  ];
  for (const byte of Buffer.from(texts.map((text) => `${head}${text}}}\f`).join("")))
    client.socket.write(Buffer.from([byte]));
  await until(() => served.commands.length === texts.length);
  expect(served.commands).toEqual(texts.map((text) => JSON.parse(text) as unknown));
});

it("sends events byte for byte as Roo Code does", async () => {
  await using served = await testServer();
  using client = rawClient(served.path);
  await client.clientId();
  const greeting = client.received();
  const message = { ts: 1_700_000_000_000, type: "say", say: "text", text: "hi" } as const;
  const toolUsage = { read_file: { attempts: 1, failures: 0 } };
  served.server.broadcast({ eventName: "modesResponse", payload: [[{ slug: "code", name: "💻 Code" }]] });
  served.server.broadcast(started);
  served.server.broadcast({ eventName: "message", payload: [{ taskId: "t-1", action: "created", message }] });
  served.server.broadcast({ eventName: "taskTokenUsageUpdated", payload: ["t-1", usage, toolUsage] });
  served.server.broadcast({ eventName: "taskCompleted", payload: ["t-1", usage, {}, { isSubtask: false }] });
  const head = '{"type":"message","data":{"type":"TaskEvent","origin":"server","data":';
  const expected = [
    '{"eventName":"modesResponse","payload":[[{"slug":"code","name":"💻 Code"}]]}',
    '{"eventName":"taskStarted","payload":["t-1"]}',
    '{"eventName":"message","payload":[{"taskId":"t-1","action":"created","message":{"ts":1700000000000,"type":"say","say":"text","text":"hi"}}]}',
    '{"eventName":"taskTokenUsageUpdated","payload":["t-1",{"totalTokensIn":10,"totalTokensOut":2,"totalCost":0.01,"contextTokens":12},{"read_file":{"attempts":1,"failures":0}}]}',
    '{"eventName":"taskCompleted","payload":["t-1",{"totalTokensIn":10,"totalTokensOut":2,"totalCost":0.01,"contextTokens":12},{},{"isSubtask":false}]}',
  ];
  await until(() => client.frames().length === 6);
  expect(client.received()).toBe(greeting + expected.map((text) => `${head}${text}}}\f`).join(""));
});

it("runs two commands of one write, before the rest of a third arrives", async () => {
  await using served = await testServer();
  using client = rawClient(served.path);
  const id = await client.clientId();
  client.socket.write(cancel(id) + cancel(id) + cancel(id).slice(0, 40));
  await until(() => served.commands.length === 2);
  client.socket.write(cancel(id).slice(40));
  await until(() => served.commands.length === 3);
  expect(served.problems).toEqual([]);
});

it("drops and logs garbage, and keeps serving the same client", async () => {
  await using served = await testServer();
  using client = rawClient(served.path);
  const id = await client.clientId();
  client.socket.write("garbage\f\f{}\f[1,2]\f");
  client.socket.write(Buffer.from([0xff, 0xfe, 0x0c]));
  client.socket.write(`${"[".repeat(100_000)}\f`);
  client.socket.write(cancel(id));
  await until(() => served.commands.length === 1);
  expect(served.problems).toHaveLength(6);
  expect(served.lines.filter((line) => line.includes("dropped a message"))).toHaveLength(6);
});

it("survives a client that disconnects in the middle of a message", async () => {
  await using served = await testServer();
  const reasons: unknown[] = [];
  served.server.on("Disconnect", (_, reason) => void reasons.push(reason?.code));
  using client = rawClient(served.path);
  const id = await client.clientId();
  client.socket.end(cancel(id).slice(0, 30));
  await until(() => reasons.length === 1);
  expect(reasons).toEqual(["ipc_cut_off"]);
  using other = rawClient(served.path);
  await other.clientId();
});

it("disconnects only the client that sends 64 MiB without a delimiter, with a reason", async () => {
  await using served = await testServer();
  using other = rawClient(served.path);
  await other.clientId();
  using client = rawClient(served.path);
  await client.clientId();
  const chunk = Buffer.alloc(1024 * 1024, "x");
  for (let count = 0; count < 64; count += 1) client.socket.write(chunk);
  await until(() => client.isClosed());
  expect(served.server.clientIds).toHaveLength(1);
  expect(served.lines.some((line) => line.includes("longer than 16777216 bytes"))).toBe(true);
  served.server.broadcast(started);
  await until(() => other.frames().length === 2);
});

it("tells a client why it is disconnected", async () => {
  await using served = await testServer({ maxFrameBytes: 1000 });
  using client = rawClient(served.path);
  await client.clientId();
  client.socket.write("x".repeat(1001));
  await until(() => client.isClosed());
  expect(client.frames()[1]?.data).toEqual({
    type: "Closing",
    origin: "server",
    data: { code: "ipc_frame_too_large", message: "The message is longer than 1000 bytes." },
  });
});

it("disconnects a client that never reads, while another receives everything", async () => {
  await using served = await testServer({ maxQueuedBytes: 256 * 1024 });
  const reasons: (string | undefined)[] = [];
  served.server.on("Disconnect", (_, reason) => void reasons.push(reason?.code));
  using stalled = rawClient(served.path);
  await stalled.clientId();
  stalled.socket.pause();
  using other = rawClient(served.path);
  await other.clientId();
  const text = "x".repeat(10_000);
  for (let count = 1; count <= 500; count += 1) {
    const message = { ts: count, type: "say", say: "text", text } as const;
    served.server.broadcast({ eventName: "message", payload: [{ taskId: "t", action: "created", message }] });
    await until(() => other.frames().length > count);
  }
  expect(reasons).toEqual(["ipc_slow_client"]);
  expect(other.isClosed()).toBe(false);
});

it("closes although a client never reads", async () => {
  const served = await testServer({ maxQueuedFrames: 100_000, maxQueuedBytes: Number.MAX_SAFE_INTEGER });
  using stalled = rawClient(served.path);
  await stalled.clientId();
  stalled.socket.pause();
  const message = { ts: 1, type: "say", say: "text", text: "x".repeat(5_000_000) } as const;
  served.server.broadcast({ eventName: "message", payload: [{ taskId: "t", action: "created", message }] });
  await served[Symbol.asyncDispose]();
  await until(() => served.server.clientIds.length === 0);
  expect(served.server.isListening).toBe(false);
});

it("limits the number of queued messages, however short", async () => {
  await using served = await testServer({ maxQueuedFrames: 50 });
  using stalled = rawClient(served.path);
  await stalled.clientId();
  stalled.socket.pause();
  for (let count = 0; count < 20_000 && served.server.clientIds.length > 0; count += 1) {
    served.server.broadcast(started);
    if (count % 40 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() => served.server.clientIds.length === 0);
  expect(served.lines.at(-1)).toContain("50 messages");
});

it("waits for a slow client when told to", async () => {
  await using served = await testServer({ maxQueuedBytes: 1000, maxQueuedFrames: 10 });
  using client = rawClient(served.path);
  const id = await client.clientId();
  for (let count = 0; count < 200; count += 1) {
    await served.server.drained(id);
    served.server.sendEvent(id, started);
  }
  await until(() => client.frames().length === 201);
  expect(served.server.clientIds).toEqual([id]);
});

it("sends a client only what it subscribed to", async () => {
  await using served = await testServer();
  using client = rawClient(served.path);
  const id = await client.clientId();
  const subscribe = { commandName: "Subscribe", data: { events: ["taskStarted"], tasks: ["t-1"] } };
  client.socket.write(encodeFrame({ type: "TaskCommand", origin: "client", clientId: id, data: subscribe }));
  await until(() => served.commands.length === 1);
  served.server.broadcast({ eventName: "taskStarted", payload: ["t-2"] });
  served.server.broadcast({ eventName: "taskAborted", payload: ["t-1"] });
  served.server.broadcast(started);
  await until(() => client.frames().length === 2);
  expect(client.frames()[1]?.data).toMatchObject({ data: started });
});

it("replies with the failure to a client that requested a reply", async () => {
  await using served = await testServer({
    onCommand: () => {
      throw new RooError({ code: "no_task", message: "There is no task.", next: "Start one." });
    },
  });
  using client = rawClient(served.path);
  const id = await client.clientId();
  client.socket.write(cancel(id) + cancel(id, { requestId: "r1" }));
  await until(() => client.frames().length === 2);
  expect(client.frames()[1]?.data).toEqual({
    type: "CommandReply",
    origin: "server",
    data: { requestId: "r1", error: { code: "no_task", message: "There is no task.", next: "Start one." } },
  });
  expect(served.lines.filter((line) => line.includes("There is no task."))).toHaveLength(2);
});

it("rejects a task with an unknown provider, and accepts a retired one", async () => {
  await using served = await testServer();
  using client = rawClient(served.path);
  const clientId = await client.clientId();
  for (const apiProvider of ["nobody", "groq", "anthropic"]) {
    const data = { commandName: "StartNewTask", data: { configuration: { apiProvider }, text: "hi" } };
    client.socket.write(encodeFrame({ type: "TaskCommand", origin: "client", clientId, data }));
  }
  await until(() => served.commands.length === 2);
  expect(served.commands).toMatchObject(
    ["groq", "anthropic"].map((apiProvider) => ({ data: { configuration: { apiProvider } } })),
  );
  expect(served.lines.some((line) => line.includes('Unknown provider "nobody"'))).toBe(true);
});

it("stops reading from a client whose commands pile up", async () => {
  let [running, maxRunning, release] = [0, 0, () => {}];
  const gate = new Promise<void>((resolve) => (release = resolve));
  await using served = await testServer({
    async onCommand() {
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await gate;
      running -= 1;
    },
  });
  using client = rawClient(served.path);
  const id = await client.clientId();
  const padded = cancel(id, { padding: "x".repeat(50_000) });
  for (let count = 0; count < 400; count += 1) client.socket.write(padded);
  await until(() => running >= 64);
  expect(maxRunning).toBeLessThan(80);
  release();
  await until(() => served.commands.length === 400);
});
