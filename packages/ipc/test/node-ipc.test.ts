import { until } from "@roo-code/testkit/until";
import ipc from "node-ipc";
import { afterEach, expect, it } from "vitest";
import { IpcClient, type RooEvent } from "../src/index.ts";
import { tempFolder, testServer } from "./test-server.ts";

ipc.config.silent = true;
const started: RooEvent = { eventName: "taskStarted", payload: ["t-1"] };

afterEach(() => {
  for (const id of Object.keys(ipc.of)) ipc.disconnect(id);
});

it("serves the library that Roo Code's clients are built on", async () => {
  await using served = await testServer();
  const messages: { type: string; data: { clientId?: string } }[] = [];
  ipc.connectTo("roo", served.path, () => {
    ipc.of.roo?.on("message", (message) => void messages.push(message as (typeof messages)[number]));
  });
  await until(() => messages.length === 1);
  expect(messages[0]).toMatchObject({ type: "Ack", origin: "server", data: { pid: process.pid } });
  const clientId = messages[0]?.data.clientId;
  const start = { commandName: "StartNewTask", data: { configuration: { mode: "code" }, text: "hi \f ü" } };
  for (const data of [start, { commandName: "CancelTask" }])
    ipc.of.roo?.emit("message", { type: "TaskCommand", origin: "client", clientId, data });
  await until(() => served.commands.length === 2);
  expect(served.commands).toEqual([start, { commandName: "CancelTask" }]);
  const text = "long \f ".repeat(50_000);
  const message = { ts: 1, type: "say", say: "text", text } as const;
  served.server.broadcast(started);
  served.server.broadcast({ eventName: "message", payload: [{ taskId: "t-1", action: "created", message }] });
  await until(() => messages.length === 3);
  expect(messages[1]).toEqual({ type: "TaskEvent", origin: "server", data: started });
  expect(messages[2]).toMatchObject({ data: { payload: [{ message: { text } }] } });
});

it("drives a server that is built on that library", async () => {
  using folder = tempFolder();
  const path = folder.path("roo.sock");
  const commands: { clientId?: string; data?: unknown }[] = [];
  let isServing = false;
  ipc.serve(path, () => (isServing = true));
  ipc.server.on("connect", (socket) =>
    ipc.server.emit(socket, "message", {
      type: "Ack",
      origin: "server",
      data: { clientId: "a1b2c3d4e5f6", pid: 4242, ppid: 4200 },
    }),
  );
  ipc.server.on("message", (message) => void commands.push(message as (typeof commands)[number]));
  ipc.server.start();
  await until(() => isServing);
  const client = new IpcClient(path);
  const heard: RooEvent[] = [];
  client.on("TaskEvent", (event) => void heard.push(event));
  expect(await client.ready()).toEqual({ clientId: "a1b2c3d4e5f6", pid: 4242, ppid: 4200 });
  client.sendCommand({ commandName: "SendMessage", data: { text: "go \f on", images: [] } });
  client.sendCommand({ commandName: "GetModes" });
  await until(() => commands.length === 2);
  expect(commands).toEqual([
    {
      type: "TaskCommand",
      origin: "client",
      clientId: "a1b2c3d4e5f6",
      data: { commandName: "SendMessage", data: { text: "go \f on", images: [] } },
    },
    { type: "TaskCommand", origin: "client", clientId: "a1b2c3d4e5f6", data: { commandName: "GetModes" } },
  ]);
  ipc.server.broadcast("message", { type: "TaskEvent", origin: "server", data: started });
  await until(() => heard.length === 1);
  expect(heard).toEqual([started]);
  await expect(client.request({ commandName: "CancelTask" }, { timeoutMs: 50 })).rejects.toMatchObject({
    code: "ipc_no_reply",
  });
  client.disconnect();
  ipc.server.stop();
});
