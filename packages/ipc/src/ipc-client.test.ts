import { until } from "@roo-code/testkit/until";
import { expect, it } from "vitest";
import { tempFolder, testServer } from "../test/test-server.ts";
import { IpcClient } from "./ipc-client.ts";
import { IpcServer } from "./ipc-server.ts";

const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;

it("sends commands that were queued before the server was ready", async () => {
  await using served = await testServer();
  const client = new IpcClient(served.path);
  client.sendCommand({ commandName: "ResumeTask", data: "task-123" });
  client.sendCommand({
    commandName: "StartNewTask",
    data: { configuration: {}, text: "Hello, world!", images: [], newTab: false },
  });
  await until(() => served.commands.length === 2);
  expect(served.commands.map(({ commandName }) => commandName)).toEqual(["ResumeTask", "StartNewTask"]);
  expect(client.isReady).toBe(true);
  expect(served.server.clientIds).toEqual([client.clientId]);
  client.disconnect();
});

it("waits for a server that starts later", async () => {
  using folder = tempFolder();
  const client = new IpcClient(folder.path("s.sock"), { retryMs: 5 });
  const ready = client.ready();
  const reply = client.request({ commandName: "GetModes" });
  let attempts = 0;
  client.on("Disconnect", () => (attempts += 1));
  await until(() => attempts > 1);
  const server = new IpcServer(folder.path("s.sock"));
  await server.listen();
  expect((await ready).pid).toBe(process.pid);
  await reply;
  client.disconnect();
  await server.close();
});

it("reports after the timeout that there is no server", async () => {
  using folder = tempFolder();
  const client = new IpcClient(folder.path("s.sock"), { retryMs: 5 });
  await expect(client.ready(30)).rejects.toMatchObject({
    code: "ipc_no_server",
    message: expect.stringContaining("ENOENT") as string,
  });
  client.disconnect();
  const once = new IpcClient(folder.path("s.sock"), { reconnect: false });
  await expect(once.ready()).rejects.toMatchObject({ code: "ipc_no_server" });
});

it("reconnects to a server that was restarted", async () => {
  using folder = tempFolder();
  const path = folder.path("s.sock");
  const first = new IpcServer(path);
  await first.listen();
  const client = new IpcClient(path, { retryMs: 5 });
  const { clientId } = await client.ready();
  let drops = 0;
  client.on("Disconnect", () => (drops += 1));
  await first.close();
  await until(() => drops > 0);
  expect(client.isReady).toBe(false);
  const second = new IpcServer(path);
  await second.listen();
  expect((await client.ready()).clientId).not.toBe(clientId);
  client.disconnect();
  await second.close();
});

it("receives events with their trace, and drops invalid ones", async () => {
  await using served = await testServer();
  const client = new IpcClient(served.path);
  const heard: unknown[] = [];
  const problems: string[] = [];
  client.on("TaskEvent", (...values) => void heard.push(values));
  client.on("error", (problem) => void problems.push(problem));
  await client.ready();
  const bad = { eventName: "taskToolFailed", payload: ["t", "dance", "no"] } as never;
  served.server.broadcast(bad);
  served.server.broadcast({ eventName: "taskStarted", payload: ["t"] }, traceparent);
  await until(() => heard.length === 1);
  expect(heard).toEqual([[{ eventName: "taskStarted", payload: ["t"] }, traceparent]]);
  expect(problems).toHaveLength(1);
  client.disconnect();
});

it("receives items of our log only after subscribing to them", async () => {
  await using served = await testServer();
  const client = new IpcClient(served.path);
  const items: unknown[] = [];
  client.on("TaskItem", (item) => void items.push(item));
  const { clientId } = await client.ready();
  const item = { taskId: "t", agent: "root", item: { live: true, type: "text.delta", text: "hi" } } as const;
  served.server.sendItem(clientId, item);
  await client.request({ commandName: "Subscribe", data: { events: [], items: true } });
  served.server.sendItem(clientId, item);
  await until(() => items.length > 0);
  expect(items).toEqual([item]);
  client.disconnect();
});

it("sends a trace to the server, and receives the server's failure", async () => {
  const traces: (string | undefined)[] = [];
  await using served = await testServer({
    onCommand: (_, source) => {
      traces.push(source.traceparent);
      throw new Error("it broke");
    },
  });
  const client = new IpcClient(served.path);
  const reply = client.request({ commandName: "CancelTask" }, { traceparent });
  await expect(reply).rejects.toMatchObject({ code: "internal_error", message: "it broke" });
  expect(traces).toEqual([traceparent]);
  client.disconnect();
});

it("does not wait forever for a reply", async () => {
  await using served = await testServer({ onCommand: () => new Promise<void>(() => {}) });
  const client = new IpcClient(served.path);
  await expect(client.request({ commandName: "CancelTask" }, { timeoutMs: 20 })).rejects.toMatchObject({
    code: "ipc_no_reply",
  });
  const open = client.request({ commandName: "CancelTask" });
  client.disconnect();
  await expect(open).rejects.toMatchObject({ code: "ipc_disconnected" });
});
