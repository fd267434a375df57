import { connect } from "node:net";
import { IpcClient, type RooEvent, type TaskItem } from "@roo-code/ipc";
import { systemClock } from "@roo-code/providers";
import { createTempWorkspace } from "@roo-code/testkit/temp-workspace";
import { until } from "@roo-code/testkit/until";
import type { TaskEvent } from "@roo-code/types";
import { ipcMessageSchema as originalSchema } from "roo-code-types";
import { expect, it } from "vitest";
import { createHost } from "../create-host.ts";
import { Tasks } from "../tasks/tasks.ts";
import { type IpcDoor, serveIpc } from "./ipc-door.ts";

const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
const finish = { toolCalls: [{ name: "attempt_completion", input: { result: "Done." } }] };
const write = { text: "I write.", toolCalls: [{ name: "write_to_file", input: { path: "a.txt", content: "x\n" } }] };
const ask = {
  toolCalls: [{ name: "ask_followup_question", input: { question: "Which?", follow_up: [{ text: "A" }] } }],
};
const slow = { text: "…", delayMs: 600_000 };
const allowed = { autoApprovalEnabled: true, alwaysAllowWrite: true, alwaysAllowSubtasks: true };

it("runs a task that a client starts, with events in the order that Roo Code's clients expect", async () => {
  await using served = await serve([write, finish]);
  const { client, events, problems } = served;
  client.sendCommand(
    { commandName: "StartNewTask", data: { configuration: { mode: "code", ...allowed }, text: "Write it." } },
    { traceparent },
  );
  await until(() => has(events, "taskCompleted"));
  const names = events.map(({ event }) => nameOf(event));
  expect(names.slice(0, 5)).toEqual([
    "taskCreated",
    "taskFocused",
    "message text",
    "taskStarted",
    "message api_req_started",
  ]);
  expect(problems).toEqual([]);
  expect(new Set(events.map((received) => received.traceparent))).toEqual(new Set([traceparent]));
  expect(payloadOf(events, "taskCompleted")?.slice(1)).toMatchObject([
    { totalCost: 0 },
    { write_to_file: { attempts: 1, failures: 0 }, attempt_completion: { attempts: 1, failures: 0 } },
    { isSubtask: false },
  ]);
  expect(served.read("a.txt")).toBe("x\n");
});

it("denies approvals that no client answers, and still completes", async () => {
  await using served = await serve([write, finish]);
  served.client.sendCommand({ commandName: "StartNewTask", data: { configuration: {}, text: "Write it." } });
  await until(() => has(served.events, "taskCompleted"));
  expect(payloadOf(served.events, "taskToolFailed")?.[1]).toBe("write_to_file");
});

it("asks a client that answers questions, and takes its message as the answer", async () => {
  await using served = await serve([write, ask, finish]);
  const { client, events } = served;
  await client.request({ commandName: "Subscribe", data: { answers: true } });
  await client.request({ commandName: "StartNewTask", data: { configuration: {}, text: "Write it." } });
  await until(() => count(events, "taskInteractive") === 1);
  expect(events.map(({ event }) => nameOf(event))).toContain("message tool");
  await client.request({ commandName: "SendMessage", data: { text: "yes" } });
  await until(() => count(events, "taskInteractive") === 2);
  expect(served.read("a.txt")).toBe("x\n");
  await client.request({ commandName: "SendMessage", data: { text: "the second" } });
  await until(() => has(events, "taskCompleted"));
  expect(count(events, "taskAskResponded")).toBeGreaterThanOrEqual(2);
});

it("cancels a task, and resumes it with the next message", async () => {
  await using served = await serve([slow]);
  const { client, events } = served;
  await client.request({ commandName: "StartNewTask", data: { configuration: {}, text: "Begin." } });
  await until(() => events.some(({ event }) => nameOf(event) === "message api_req_started"));
  await client.request({ commandName: "CancelTask" });
  await until(() => has(events, "taskResumable"));
  expect(has(events, "taskAborted")).toBe(true);
  served.script([finish]);
  await client.request({ commandName: "SendMessage", data: { text: "Continue." } });
  await until(() => has(events, "taskCompleted"));
  const [first, second] = events.filter(({ event }) => event.eventName === "taskCreated");
  expect(second?.event.payload).toEqual(first?.event.payload);
  expect(events.map(({ event }) => nameOf(event))).toContain("message user_feedback");
});

it("keeps the options of the client that started a task when it continues", async () => {
  await using served = await serve([finish]);
  const { client, events } = served;
  const configuration = { mode: "ask", language: "fr", allowedMaxRequests: 7 };
  await client.request({ commandName: "StartNewTask", data: { configuration, text: "Begin." } });
  await until(() => has(events, "taskCompleted"));
  served.script([finish, finish]);
  await client.request({ commandName: "SendMessage", data: { text: "Continue." } });
  await until(() => count(events, "taskCompleted") === 2);
  const runs = (await served.log()).filter((event) => event.type === "run.start");
  expect(runs.map(({ limits }) => limits)).toEqual([{ turns: 7 }, { turns: 7 }]);
});

it("expands a follow-up's slash command and takes its mode, while the task runs and when it continues", async () => {
  const greet = "---\nmode: ask\n---\nGreet $1 warmly.";
  await using served = await serve([write, finish], { "commands/greet.md": greet });
  const { client, events } = served;
  await client.request({ commandName: "StartNewTask", data: { configuration: { mode: "code" }, text: "Begin." } });
  await until(() => has(events, "taskCompleted"));
  served.script([write, finish, slow]);
  await client.request({ commandName: "SendMessage", data: { text: "Once more." } });
  await until(() => count(events, "taskStarted") === 2);
  await client.request({ commandName: "SendMessage", data: { text: "/greet Anna" } });
  const modes = async () => (await served.log()).flatMap((event) => (event.type === "mode.start" ? [event.mode] : []));
  expect(JSON.stringify(await served.log())).toContain("Greet Anna warmly.");
  expect(await modes()).toEqual(["ask"]);
  await client.request({ commandName: "CancelTask" });
  await until(() => has(events, "taskResumable"));
  served.script([write, finish, finish]);
  await client.request({ commandName: "SendMessage", data: { text: "/greet Ben" } });
  expect(JSON.stringify(await served.log())).toContain("Greet Ben warmly.");
  expect(await modes()).toEqual(["ask"]);
});

it("ends the previous task when another is started, and closes the last one", async () => {
  await using served = await serve([slow, finish]);
  const { client, events } = served;
  const data = { configuration: {}, text: "Begin." };
  await client.request({ commandName: "StartNewTask", data });
  await client.request({ commandName: "StartNewTask", data });
  await until(() => count(events, "taskCreated") === 2);
  expect(count(events, "taskAborted")).toBe(1);
  await client.request({ commandName: "CloseTask" });
  await until(() => count(events, "taskAborted") === 2);
  await expect(client.request({ commandName: "SendMessage", data: { text: "more" } })).rejects.toMatchObject({
    code: "task_not_found",
  });
});

it("logs an unknown task on resume, and does nothing", async () => {
  await using served = await serve([finish]);
  const { client, events, lines } = served;
  client.sendCommand({ commandName: "ResumeTask", data: "no-such-task" });
  client.sendCommand({ commandName: "ResumeTask", data: "../../etc" });
  await expect(client.request({ commandName: "ResumeTask", data: "no-such-task" })).rejects.toMatchObject({
    code: "task_not_found",
  });
  expect(events).toEqual([]);
  expect(lines.filter((line) => line.includes("There is no task")).length).toBe(3);
  await expect(client.request({ commandName: "CancelTask" })).rejects.toMatchObject({ code: "task_not_found" });
});

it("resumes a task by its id", async () => {
  await using served = await serve([slow, finish]);
  const { client, events } = served;
  await client.request({ commandName: "StartNewTask", data: { configuration: {}, text: "Begin." } });
  await until(() => has(events, "taskStarted"));
  const [taskId = ""] = (payloadOf(events, "taskStarted") ?? []) as string[];
  await client.request({ commandName: "CloseTask" });
  await client.request({ commandName: "ResumeTask", data: taskId });
  await until(() => count(events, "taskStarted") === 2);
  expect(events.findLast(({ event }) => event.eventName === "taskStarted")?.event.payload).toEqual([taskId]);
  await client.request({ commandName: "CloseTask" });
});

it("answers queries for commands, modes and models only to the client that sent them", async () => {
  await using served = await serve([], { "commands/review.md": "---\ndescription: Look\n---\nLook at it." });
  const other = new IpcClient(served.door.path);
  const overheard: RooEvent[] = [];
  other.on("TaskEvent", (event) => void overheard.push(event));
  await other.ready();
  for (const commandName of ["GetCommands", "GetModes", "GetModels"] as const)
    await served.client.request({ commandName });
  await until(() => served.events.length === 3);
  expect(payloadOf(served.events, "commandsResponse")?.[0]).toMatchObject([
    { name: "review", source: "global", description: "Look" },
  ]);
  expect(payloadOf(served.events, "modesResponse")?.[0]).toContainEqual(expect.objectContaining({ slug: "code" }));
  expect(payloadOf(served.events, "modelsResponse")).toHaveLength(1);
  expect(overheard).toEqual([]);
  other.disconnect();
});

it("takes the context of an eval task, and adds its number to events", async () => {
  await using served = await serve([slow]);
  const { client, events } = served;
  const confirmations: unknown[] = [];
  client.on("TaskContextConfirmation", (confirmation) => void confirmations.push(confirmation));
  await client.request({ commandName: "StartNewTask", data: { configuration: {}, text: "Begin." } });
  await until(() => has(events, "taskStarted"));
  const [rooTaskId = ""] = (payloadOf(events, "taskStarted") ?? []) as string[];
  const context = { taskId: 17, rooTaskId, runId: 3, mcpServer: "", userIntent: "try" };
  await client.request({ commandName: "SetTaskContext", data: context });
  await client.request({ commandName: "SetTaskContext", data: { ...context, rooTaskId: "other" } });
  expect(confirmations).toEqual([
    { success: true },
    { success: false, error: "There is no task other in this process." },
  ]);
  await client.request({ commandName: "CancelTask" });
  await until(() => has(events, "taskAborted"));
  expect(events.findLast(({ event }) => event.eventName === "taskAborted")?.event.taskId).toBe(17);
  expect(events[0]?.event.taskId).toBeUndefined();
});

it("replays the log to a client that connects late, each event once, and takes its ops", async () => {
  await using served = await serve([write, finish]);
  const { client, events, door } = served;
  await client.request({ commandName: "Subscribe", data: { answers: true } });
  await client.request({ commandName: "StartNewTask", data: { configuration: {}, text: "Write it." } });
  await until(() => has(events, "taskInteractive"));
  const late = new IpcClient(door.path);
  const items: TaskItem[] = [];
  const lateEvents: RooEvent[] = [];
  late.on("TaskItem", (item) => void items.push(item));
  late.on("TaskEvent", (event) => void lateEvents.push(event));
  await late.request({ commandName: "Subscribe", data: { items: true, events: [] } });
  const request = items.map(({ item }) => item).find((item) => item.type === "approval.requested");
  const callId = request?.type === "approval.requested" ? request.callId : "";
  const op = { type: "approval.answer", opId: "late-1", callId, decision: "allow" } as const;
  await late.request({ commandName: "SubmitOp", data: { op } });
  await until(() => items.some(({ item }) => item.type === "run.end"));
  const seqs = items.flatMap(({ item }) => ("live" in item ? [] : [item.seq]));
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
  expect(lateEvents.map(({ eventName }) => eventName)).toEqual(["taskStarted"]);
  expect(served.read("a.txt")).toBe("x\n");
  await expect(late.request({ commandName: "SubmitOp", data: { op } })).rejects.toMatchObject({
    code: "task_not_found",
  });
  late.disconnect();
});

it("includes subtasks", async () => {
  const order = { toolCalls: [{ name: "new_task", input: { mode: "code", message: "Write it." } }] };
  await using served = await serve([order, { ...finish, agent: "child-1" }, finish]);
  const { client, events, problems } = served;
  const data = { configuration: { mode: "orchestrator", ...allowed }, text: "Have it written." };
  await client.request({ commandName: "StartNewTask", data });
  await until(() => count(events, "taskCompleted") === 2);
  const ends = events.flatMap(({ event }) => (event.eventName === "taskCompleted" ? [event.payload[3]] : []));
  expect(ends).toEqual([{ isSubtask: true }, { isSubtask: false }]);
  expect(problems).toEqual([]);
});

it("tells a client that connects late which task is running", async () => {
  await using served = await serve([slow]);
  await served.client.request({ commandName: "StartNewTask", data: { configuration: {}, text: "Begin." } });
  await until(() => has(served.events, "taskStarted"));
  const late = new IpcClient(served.door.path);
  const received: RooEvent[] = [];
  late.on("TaskEvent", (event) => void received.push(event));
  await until(() => received.length > 0);
  expect(received).toEqual([{ eventName: "taskStarted", payload: payloadOf(served.events, "taskStarted") }]);
  late.disconnect();
});

it("refuses to start a task if the process runs a single one", async () => {
  await using served = await serve([], {}, false);
  const data = { configuration: {}, text: "Begin." };
  await expect(served.client.request({ commandName: "StartNewTask", data })).rejects.toMatchObject({
    code: "ipc_one_task",
  });
});

interface ReceivedEvent {
  readonly event: RooEvent;
  readonly traceparent: string | undefined;
}

interface ServedIpc extends AsyncDisposable {
  readonly door: IpcDoor;
  readonly client: IpcClient;
  readonly events: ReceivedEvent[];
  readonly problems: string[];
  readonly lines: string[];
  readonly read: (path: string) => string;
  /** The events of the newest task. */
  readonly log: () => Promise<readonly TaskEvent[]>;
  /** Sets the replies of the model from the next run on. */
  readonly script: (replies: readonly object[]) => void;
}

async function serve(
  replies: readonly object[],
  files: Readonly<Record<string, string>> = {},
  starts = true,
): Promise<ServedIpc> {
  const project = createTempWorkspace();
  const home = createTempWorkspace(files);
  const script = (lines: readonly object[]) =>
    home.write("script.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
  script(replies);
  const environment = { PATH: process.env.PATH ?? "" };
  const host = createHost({ home: home.root, environment, version: "test" });
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const tasks = new Tasks({
    host,
    home: home.root,
    clock: systemClock,
    notify: (notices) => notices.forEach(({ message }) => log(message)),
    onMessageNotice: log,
    onBroken: (_, error) => log(String(error)),
  });
  const provider = { apiProvider: "replay", replayFile: home.path("script.jsonl") };
  const door = await serveIpc({
    host,
    path: home.path("s.sock"),
    home: home.root,
    environment,
    folder: project.root,
    ...(starts && { starts: { provider } }),
    tasks,
    log,
  });
  const client = new IpcClient(door.path);
  const events: ReceivedEvent[] = [];
  const problems: string[] = [];
  client.on("TaskEvent", (event, trace) => void events.push({ event, traceparent: trace }));
  client.on("error", (problem) => void problems.push(problem));
  await client.ready();
  const rejected = rejectedFrames(door.path);
  return {
    door,
    client,
    events,
    problems,
    lines,
    script,
    read: (path) => project.readText(path),
    async log() {
      const [task] = await host.tasks.list();
      return task ? host.tasks.read(task.taskId) : [];
    },
    async [Symbol.asyncDispose]() {
      client.disconnect();
      await door.close();
      expect(await rejected).toEqual([]);
      await project[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

/** The frames that a client built on Roo Code's own schemas would reject. */
async function rejectedFrames(path: string): Promise<string[]> {
  let text = "";
  const socket = connect(path).setEncoding("utf8");
  socket.on("data", (chunk: string) => (text += chunk)).on("error", () => {});
  await new Promise((resolve) => socket.on("close", resolve));
  const frames = text.split("\f").slice(0, -1);
  expect(frames.length).toBeGreaterThan(0);
  return frames.filter((frame) => !originalSchema.safeParse(JSON.parse(frame).data).success);
}

function nameOf(event: RooEvent): string {
  if (event.eventName !== "message") return event.eventName;
  const [{ message }] = event.payload;
  return `message ${message.say ?? message.ask}`;
}

function has(events: readonly ReceivedEvent[], name: RooEvent["eventName"]): boolean {
  return events.some(({ event }) => event.eventName === name);
}

function count(events: readonly ReceivedEvent[], name: RooEvent["eventName"]): number {
  return events.filter(({ event }) => event.eventName === name).length;
}

function payloadOf(events: readonly ReceivedEvent[], name: RooEvent["eventName"]): readonly unknown[] | undefined {
  return events.find(({ event }) => event.eventName === name)?.event.payload;
}
