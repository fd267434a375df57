import { ipcMessageSchema as originalSchema } from "roo-code-types";
import { expect, it } from "vitest";
import { parseFrame } from "./parse-frame.ts";

const usage = { totalTokensIn: 10, totalTokensOut: 2, totalCost: 0.01, contextTokens: 12 };
const start = { configuration: { mode: "code" }, text: "hi" };

const accepted: readonly (readonly [string, object])[] = [
  ["StartNewTask", command("StartNewTask", start)],
  ["StartNewTask with an empty configuration", command("StartNewTask", { configuration: {}, text: "" })],
  ["StartNewTask with an unknown configuration key", command("StartNewTask", { ...start, configuration: { x: 1 } })],
  ["CancelTask", command("CancelTask")],
  ["CancelTask with extra data", command("CancelTask", { taskId: 1 })],
  ["CancelTask with a task's id", command("CancelTask", "t")],
  ["CloseTask", command("CloseTask")],
  ["ResumeTask", command("ResumeTask", "t")],
  ["SendMessage", command("SendMessage", { text: "go on", images: [] })],
  ["SendMessage without text", command("SendMessage", {})],
  ["GetCommands", command("GetCommands")],
  ["GetModes", command("GetModes")],
  ["GetModels", command("GetModels")],
  ["DeleteQueuedMessage", command("DeleteQueuedMessage", "m")],
  [
    "SetTaskContext",
    command("SetTaskContext", { taskId: 1, rooTaskId: "t", runId: 2, mcpServer: "m", userIntent: "i" }),
  ],
  ["taskStarted", event("taskStarted", ["t"])],
  ["taskStarted of an eval", { ...event("taskStarted", ["t"]), taskId: 17 }],
  ["taskCompleted", event("taskCompleted", ["t", usage, {}, { isSubtask: false }])],
  ["taskTokenUsageUpdated", event("taskTokenUsageUpdated", ["t", usage, { read_file: { attempts: 1, failures: 0 } }])],
  ["taskToolFailed", event("taskToolFailed", ["t", "read_file", "no"])],
  ["message", message({ say: "text", text: "hi" })],
  ["message with an unknown extra key", message({ say: "text", color: "red" })],
  ["queuedMessagesUpdated", event("queuedMessagesUpdated", ["t", [{ timestamp: 1, id: "m", text: "x" }]])],
  ["modesResponse", event("modesResponse", [[{ slug: "code", name: "💻 Code" }]])],
  ["evalPass", { type: "TaskEvent", origin: "server", data: { eventName: "evalPass", taskId: 17 } }],
];

const dropped: readonly (readonly [string, object])[] = [
  ["an unknown type", { type: "Shout", origin: "client", data: {} }],
  ["a command without clientId", { type: "TaskCommand", origin: "client", data: { commandName: "CancelTask" } }],
  ["an unknown command", command("Dance")],
  ["a command from the server", { ...command("CancelTask"), origin: "server" }],
  ["StartNewTask without text", command("StartNewTask", { configuration: {} })],
  ["StartNewTask without configuration", command("StartNewTask", { text: "hi" })],
  ["ResumeTask without an id", command("ResumeTask")],
  ["an unknown event", event("taskDanced", ["t"])],
  ["taskCompleted with three elements", event("taskCompleted", ["t", usage, {}])],
  ["a tuple with an element too many", event("taskStarted", ["t", "u"])],
  ["a tool outside the list", event("taskTokenUsageUpdated", ["t", usage, { dance: { attempts: 1, failures: 0 } }])],
  ["taskToolFailed of another tool", event("taskToolFailed", ["t", "browser_action", "no"])],
  ["a message with an unknown say", message({ say: "sung" })],
  ["a message with an unknown ask", { ...message({ ask: "why" }) }],
  ["taskUserMessage", event("taskUserMessage", ["t"])],
  ["modeChanged", event("modeChanged", ["code"])],
  ["providerProfileChanged", event("providerProfileChanged", [{ name: "n", provider: "p" }])],
  ["evalPass without a number", { type: "TaskEvent", origin: "server", data: { eventName: "evalPass" } }],
];

/** A command that Roo Code's own schema does not have. */
const ours = new Set(["SetTaskContext"]);

it.each(accepted)("accepts %s, as Roo Code does", (name, value) => {
  expect(parse(value)).toHaveProperty("message");
  expect(originalSchema.safeParse(value).success).toBe(!ours.has(name));
});

it.each(dropped)("drops %s, as Roo Code does", (_, value) => {
  expect(parse(value)).toHaveProperty("problem");
  expect(originalSchema.safeParse(value).success).toBe(false);
});

it("strips unknown keys", () => {
  const value = { ...command("CancelTask"), more: 1, data: { commandName: "CancelTask", other: 2 } };
  expect(parse(value)).toEqual({
    message: { type: "TaskCommand", origin: "client", clientId: "c", data: { commandName: "CancelTask" } },
  });
});

it("names the fields but no values of a message it drops", () => {
  const parsed = parse(command("StartNewTask", { configuration: { mode: ["sk-secret"] }, text: "hi" }));
  expect(parsed).toEqual({ problem: '"StartNewTask": invalid data.data.configuration.mode (invalid_type)' });
});

it("reports frames that are not messages", () => {
  expect(parseFrame({ text: "garbage" })).toEqual({ problem: "not valid JSON" });
  expect(parseFrame({ text: "{}" })).toHaveProperty("problem");
  expect(parseFrame({ text: '{"type":"other","data":{}}' })).toHaveProperty("problem");
  expect(parseFrame({ text: '{"type":"message"}' })).toHaveProperty("problem");
  expect(parseFrame({ problem: "not UTF-8" })).toEqual({ problem: "not UTF-8" });
});

it("ignores an invalid trace context", () => {
  const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
  expect(parse({ ...command("CancelTask"), traceparent })).toMatchObject({ message: { traceparent } });
  expect(parse({ ...command("CancelTask"), traceparent: "x" })).not.toHaveProperty("message.traceparent", "x");
});

function command(commandName: string, data?: unknown): object {
  return { type: "TaskCommand", origin: "client", clientId: "c", data: { commandName, data } };
}

function event(eventName: string, payload: unknown): object {
  return { type: "TaskEvent", origin: "server", data: { eventName, payload } };
}

function message(fields: { say?: string; ask?: string; [key: string]: unknown }): object {
  const type = fields.say === undefined ? "ask" : "say";
  return event("message", [{ taskId: "t", action: "created", message: { ts: 1, type, ...fields } }]);
}

function parse(value: object) {
  return parseFrame({ text: JSON.stringify({ type: "message", data: value }) });
}
