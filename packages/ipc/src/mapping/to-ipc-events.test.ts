import { readdirSync, readFileSync } from "node:fs";
import { type LiveDelta, taskEventSchema as logEventSchema, noUsage, type TaskEvent } from "@roo-code/types";
import * as fc from "fast-check";
import { ipcMessageSchema as originalSchema } from "roo-code-types";
import { expect, it } from "vitest";
import { encodeFrame } from "../wire/frame.ts";
import { parseFrame } from "../wire/parse-frame.ts";
import { type RooEvent, taskEventSchema } from "../wire/task-event.ts";
import { rooToolName } from "./call-text.ts";
import { emptyRooTask } from "./roo-task.ts";
import { toIpcEvents } from "./to-ipc-events.ts";

const golden = new URL("../../../types/fixtures/golden/v1/", import.meta.url);
const logs = readdirSync(golden).filter((name) => name.endsWith(".jsonl"));

it.each(logs)("maps all of %s so that a client of Roo Code drops nothing", (name) => {
  const events = mapped(readLog(name));
  expect(events.length).toBeGreaterThan(20);
  for (const event of events) expectAccepted(event);
  expectIdentities(events);
});

it("skips events and deltas of a newer version", () => {
  const events = readLog("repair.jsonl");
  // The schema passes events of a newer version through unchanged.
  const newer = { seq: 3, at: "2030-01-01T00:00:00.000Z", type: "planet.added", name: "Pluto" } as unknown as TaskEvent;
  const newerDelta = { live: true, type: "planet.delta", text: "Plu" } as unknown as LiveDelta;
  expect(toIpcEvents(emptyRooTask(), newer)).toEqual([]);
  expect(toIpcEvents(emptyRooTask(), newerDelta)).toEqual([]);
  const mixed = [...events.slice(0, 3), newer, ...events.slice(3)];
  expect(mapped(mixed).map(nameOf)).toEqual(mapped(events).map(nameOf));
});

it("reports a run in the order of Roo Code", () => {
  const events = mapped(readLog("repair.jsonl"));
  expect(events.slice(0, 5).map(nameOf)).toEqual([
    "taskCreated",
    "taskFocused",
    "message text",
    "taskStarted",
    "message api_req_started",
  ]);
  expect(events.slice(-4).map(nameOf)).toEqual([
    "message completion_result",
    "taskTokenUsageUpdated",
    "taskCompleted",
    "taskIdle",
  ]);
  expect(events.find(({ eventName }) => eventName === "taskCompleted")?.payload).toEqual([
    "01a1e2d3-4574-7507-ae40-2f57299ae929",
    { totalTokensIn: 0, totalTokensOut: 0, totalCacheWrites: 0, totalCacheReads: 0, totalCost: 0, contextTokens: 0 },
    {
      list_files: { attempts: 1, failures: 0 },
      execute_command: { attempts: 2, failures: 0 },
      read_file: { attempts: 2, failures: 0 },
      apply_diff: { attempts: 1, failures: 0 },
      attempt_completion: { attempts: 1, failures: 0 },
    },
    { isSubtask: false },
  ]);
});

it("reports asks, answers, failures and an abort", () => {
  const events = mapped(readLog("attended.jsonl"));
  const names = events.map(nameOf);
  const expected = [
    "message api_req_retry_delayed",
    "message followup",
    "taskInteractive",
    "message user_feedback",
    "message followup",
    "taskAskResponded",
    "taskActive",
    "message command",
    "taskInteractive",
    "queuedMessagesUpdated",
    "taskAskResponded",
    "taskToolFailed",
    "queuedMessagesUpdated",
    "taskAborted",
    "taskResumable",
  ];
  expect(inOrder(names, expected)).toEqual(expected);
  expect(events.filter(({ eventName }) => eventName === "taskToolFailed").map(({ payload }) => payload?.[1])).toEqual([
    "execute_command",
    "read_file",
  ]);
});

it("reports a subtask and its own subtasks", () => {
  const events = mapped(readLog("tree.jsonl"));
  const names = events.map(nameOf);
  const expected = [
    "taskDelegated",
    "taskSpawned",
    "taskDelegationCompleted",
    "message subtask_result",
    "taskModeSwitched",
    "message condense_context",
    "message checkpoint_saved",
    "message completion_result",
    "taskCompleted",
  ];
  expect(inOrder(names, expected)).toEqual(expected);
  expect(names).not.toContain("taskIdle");
  const completed = events.find(({ eventName }) => eventName === "taskCompleted");
  expect(completed?.payload?.[3]).toEqual({ isSubtask: true });
});

it("updates a partial message under one timestamp and completes it with the whole text", () => {
  const task = emptyRooTask("t");
  const start: TaskEvent = { seq: 1, at: "2030-01-01T00:00:00.000Z", type: "turn.start", turn: 1, attempt: 1 };
  const end: TaskEvent = {
    seq: 2,
    at: "2030-01-01T00:00:01.000Z",
    type: "turn.end",
    turn: 1,
    message: { role: "assistant", content: [{ type: "text", text: "Hello" }] },
    usage: noUsage(),
    stopReason: "end",
  };
  const items: (TaskEvent | LiveDelta)[] = [start, delta("Hel"), delta("lo"), end];
  const shown = items
    .flatMap((item) => toIpcEvents(task, item))
    .flatMap((event) => (event.eventName === "message" ? event.payload : []))
    .filter(({ message }) => message.say === "text");
  expect(shown.map(({ action, message: { text, partial } }) => [action, text, partial])).toEqual([
    ["created", "Hel", true],
    ["updated", "Hello", true],
    ["updated", "Hello", false],
  ]);
  expect(new Set(shown.map(({ message }) => message.ts)).size).toBe(1);
});

it("names only tools that Roo Code knows", () => {
  expect(
    ["read_file", "mcp--github--search", "use_mcp_tool", "shout", "browser_action", "insert_content"].map(rooToolName),
  ).toEqual(["read_file", "use_mcp_tool", "use_mcp_tool", "custom_tool", "custom_tool", "edit"]);
});

it("sends nothing that a client would drop, for events in any order", () => {
  const pool = logs.flatMap(readLog);
  const words = fc.oneof(
    fc.constantFrom("read_file", "__proto__", "constructor", "dance", "mcp--a--b", ""),
    fc.string(),
  );
  const item = fc.oneof(
    fc.tuple(fc.nat(pool.length - 1), words, fc.boolean()).map(([at, name, rename]) => renamed(pool[at], name, rename)),
    words.map(delta),
    fc.constantFrom("c1", "c2").map((callId): LiveDelta => ({ live: true, type: "output.delta", callId, text: "x" })),
  );
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), (items) => {
      const task = emptyRooTask("t");
      const events = items.flatMap((next) => toIpcEvents(task, next));
      for (const event of events) expectAccepted(event);
      expectIdentities(events);
    }),
    { numRuns: 100 },
  );
  expect(pool.length).toBeGreaterThan(20);
});

function delta(text: string): LiveDelta {
  return { live: true, type: "text.delta", text };
}

function renamed(event: TaskEvent | undefined, name: string, rename: boolean): TaskEvent {
  if (!event) throw new Error("there is no such event");
  return rename && "name" in event ? { ...event, name } : event;
}

function readLog(name: string): TaskEvent[] {
  const lines = readFileSync(new URL(name, golden), "utf8").trimEnd().split("\n");
  return lines.map((line) => logEventSchema.parse(JSON.parse(line)));
}

function mapped(log: readonly TaskEvent[]): RooEvent[] {
  const task = emptyRooTask();
  return log.flatMap((event) => toIpcEvents(task, event));
}

/** By our schema and by Roo Code's own, as a client gets it: through a frame. */
function expectAccepted(event: RooEvent): void {
  expect(taskEventSchema.parse(event)).toEqual(event);
  const text = encodeFrame({ type: "TaskEvent", origin: "server", data: event }).slice(0, -1);
  expect(parseFrame({ text })).toHaveProperty("message");
  expect(originalSchema.parse(JSON.parse(text).data)).toMatchObject({ type: "TaskEvent" });
}

/** No message is created twice, and none is updated before it was created. */
function expectIdentities(events: readonly RooEvent[]): void {
  const known = new Set<number>();
  for (const event of events) {
    if (event.eventName !== "message") continue;
    const [{ action, message }] = event.payload;
    expect(known.has(message.ts)).toBe(action === "updated");
    known.add(message.ts);
  }
}

function nameOf(event: RooEvent): string {
  if (event.eventName !== "message") return event.eventName;
  const [{ message }] = event.payload;
  return `message ${message.say ?? message.ask}`;
}

/** The part of `expected` that occurs in this order. */
function inOrder(names: readonly string[], expected: readonly string[]): string[] {
  let at = 0;
  return expected.filter((name) => {
    const found = names.indexOf(name, at);
    if (found !== -1) at = found + 1;
    return found !== -1;
  });
}
