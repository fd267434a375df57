import type { EventOf, TaskEvent } from "./event.ts";
import type { Message, ToolMessage } from "./message.ts";
import { toolCalls } from "./message-parts.ts";
import type { OpenCall, TaskState } from "./task-state.ts";
import { addUsage, noUsage } from "./usage-sum.ts";

/** Codes of `tool.end` that mean the call itself was no valid one. */
export const mistakeCodes: ReadonlySet<string> = new Set([
  "malformed_input",
  "invalid_input",
  "unknown_tool",
  "tool_not_allowed",
]);
/** Codes of `tool.end` that mean somebody or something said no. */
export const denialCodes: ReadonlySet<string> = new Set(["denied"]);

export function emptyTask(): TaskState {
  return {
    taskId: "",
    mode: "",
    environment: { cwd: "", platform: "", shell: "", date: "" },
    instructions: "",
    lastSeq: 0,
    messages: [],
    waitingMessages: [],
    openCalls: [],
    lastReply: undefined,
    completion: undefined,
    turns: 0,
    cutRepliesInRow: 0,
    failures: 0,
    failuresInRow: 0,
    usage: noUsage(),
    todos: [],
    seen: new Map(),
    filesChanged: new Set(),
    opIds: new Set(),
    denialsInRow: 0,
    mistakesInRow: 0,
    run: undefined,
    outcome: undefined,
  };
}

export function reduceTask(events: Iterable<TaskEvent>): TaskState {
  const state = emptyTask();
  for (const event of events) foldEvent(state, event);
  return state;
}

/** Folds one event into the state, in place: a task of any length costs the same per event. */
export function foldEvent(state: TaskState, event: TaskEvent): void {
  state.lastSeq = event.seq;
  switch (event.type) {
    case "task.start":
      state.taskId = event.taskId;
      state.mode = event.mode;
      state.environment = event.environment;
      state.instructions = event.instructions ?? "";
      return;
    case "run.start":
      state.run = event;
      return;
    case "run.end":
      state.run = undefined;
      state.outcome = event;
      state.denialsInRow = 0;
      state.mistakesInRow = 0;
      state.failuresInRow = 0;
      return;
    case "message.added":
      state.opIds.add(event.opId);
      state.failuresInRow = 0;
      state.completion = undefined;
      (state.openCalls.length > 0 ? state.waitingMessages : state.messages).push(event.message);
      return;
    case "turn.start":
      return;
    case "turn.end":
      foldReply(state, event);
      return;
    case "turn.failed":
      state.failures += 1;
      state.failuresInRow += 1;
      return;
    case "tool.start":
      withCall(state, event.callId, (open) => {
        open.start = event;
      });
      return;
    case "tool.end":
      foldToolEnd(state, event);
      return;
    case "todos.added":
      state.todos = event.todos;
      return;
    case "approval.requested":
      withCall(state, event.callId, (open) => {
        open.pendingApproval = event;
      });
      return;
    case "approval.end":
      state.opIds.add(event.opId);
      withCall(state, event.callId, (open) => {
        open.pendingApproval = undefined;
        open.approval = event;
      });
      return;
    case "question.requested":
      withCall(state, event.callId, (open) => {
        open.pendingQuestion = event;
      });
      return;
    case "question.end":
      state.opIds.add(event.opId);
      withCall(state, event.callId, (open) => {
        open.pendingQuestion = undefined;
        open.answer = event;
      });
      return;
    case "notice.added":
      return;
    default:
      // An event of a newer version: what we cannot read we carry along, and never refuse a log for.
      event satisfies never;
  }
}

function foldReply(state: TaskState, event: EventOf<"turn.end">): void {
  state.turns += 1;
  state.failuresInRow = 0;
  state.usage = addUsage(state.usage, event.usage);
  state.lastReply = event.message;
  state.messages.push(event.message);
  state.openCalls = toolCalls(event.message).map((call) => ({ call }));
  const wasCut = event.stopReason === "length" && state.openCalls.length === 0;
  state.cutRepliesInRow = wasCut ? state.cutRepliesInRow + 1 : 0;
}

function foldToolEnd(state: TaskState, event: EventOf<"tool.end">): void {
  const open = state.openCalls.find((candidate) => candidate.call.callId === event.callId && !candidate.end);
  if (!open) return;
  open.end = event;
  for (const { path, version } of event.seen ?? []) state.seen.set(path, version);
  for (const { path, after } of event.steps ?? []) {
    state.seen.set(path, after);
    state.filesChanged.add(path);
  }
  if (event.completes !== undefined && state.waitingMessages.length === 0) state.completion = event.completes;
  countRefusals(state, event);
  if (state.openCalls.every((call) => call.end)) closeCalls(state);
}

function countRefusals(state: TaskState, event: EventOf<"tool.end">): void {
  if (!event.isError) state.denialsInRow = 0;
  else if (denialCodes.has(event.code ?? "")) state.denialsInRow += 1;
  if (mistakeCodes.has(event.code ?? "")) state.mistakesInRow += 1;
  else state.mistakesInRow = 0;
}

/** All results are in: they become one message, in the order of the calls whatever the order they came in. */
function closeCalls(state: TaskState): void {
  const results: ToolMessage = {
    role: "tool",
    content: state.openCalls.flatMap((open) => (open.end ? [toResult(open.end)] : [])),
  };
  const waiting: Message[] = state.waitingMessages;
  state.messages.push(results, ...waiting);
  state.openCalls = [];
  state.waitingMessages = [];
}

function toResult(end: EventOf<"tool.end">): ToolMessage["content"][number] {
  const { callId, isError, images } = end;
  // Vendors match a result with its call by the name the model used.
  const name = end.calledAs ?? end.name;
  const content = end.notice === undefined ? end.content : `${end.content}\n\n${end.notice}`;
  return { type: "tool-result", callId, name, content, isError, ...(images && { images }) };
}

function withCall(state: TaskState, callId: string, change: (open: OpenCall) => void): void {
  const open = state.openCalls.find((candidate) => candidate.call.callId === callId);
  if (open) change(open);
}
