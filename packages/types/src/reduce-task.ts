import type { EventOf, TaskEvent } from "./event.ts";
import { foldLog } from "./fold-log.ts";
import type { Message, ToolMessage } from "./message.ts";
import { toolCalls } from "./message-parts.ts";
import type { OpenCall, TaskState } from "./task-state.ts";
import { addUsage, noUsage, usageOf } from "./usage-sum.ts";

/** Codes of `tool.end` that mean the call was invalid. */
export const mistakeCodes: ReadonlySet<string> = new Set([
  "malformed_input",
  "invalid_input",
  "unknown_tool",
  "tool_not_allowed",
]);
/** Codes of `tool.end` that mean the call was denied. */
export const denialCodes: ReadonlySet<string> = new Set(["denied"]);

export function emptyTask(): TaskState {
  return {
    taskId: "",
    mode: "",
    environment: { cwd: "", platform: "", shell: "", date: "" },
    instructions: "",
    lastSeq: 0,
    messages: [],
    messageSeqs: [],
    waitingMessages: [],
    openCalls: [],
    lastReply: undefined,
    completion: undefined,
    verification: undefined,
    turns: 0,
    cutRepliesInRow: 0,
    failures: 0,
    failuresInRow: 0,
    usage: noUsage(),
    todos: [],
    seen: new Map(),
    filesChanged: new Set(),
    ownChanges: [],
    agent: "root",
    summaries: 0,
    lastSummary: undefined,
    subtasks: 0,
    opIds: new Set(),
    condenseRequested: false,
    denialsInRow: 0,
    personDenialsInRow: 0,
    mistakesInRow: 0,
    run: undefined,
    outcome: undefined,
  };
}

/** The state of a task, rewinds included: the effective conversation, and everything spent and done on the way. */
export function reduceTask(events: Iterable<TaskEvent>): TaskState {
  return foldLog(events, { state: emptyTask(), fold: foldEvent, keep: conversationOf, rewind });
}

/**
 * Folds one event into the state, in place: a task of any length costs the same per event. Rewinds need the events
 * before them and are folded by `reduceTask`; a running task cannot be rewound.
 */
export function foldEvent(state: TaskState, event: TaskEvent): void {
  state.lastSeq = event.seq;
  const used = usageOf(event);
  if (used) state.usage = addUsage(state.usage, used);
  switch (event.type) {
    case "task.start":
      state.taskId = event.taskId;
      state.mode = event.mode;
      state.environment = event.environment;
      state.instructions = event.instructions ?? "";
      state.agent = event.parent?.agent ?? "root";
      return;
    case "mode.start":
      state.mode = event.mode;
      state.instructions = event.instructions ?? state.instructions;
      return;
    case "run.start":
      state.run = event;
      return;
    case "run.end":
      state.run = undefined;
      state.outcome = event;
      state.condenseRequested = false;
      for (const path of event.filesChanged) state.filesChanged.add(path);
      state.denialsInRow = 0;
      state.personDenialsInRow = 0;
      state.mistakesInRow = 0;
      state.failuresInRow = 0;
      return;
    case "message.added":
      state.opIds.add(event.opId);
      state.failuresInRow = 0;
      state.completion = undefined;
      state.verification = undefined;
      for (const { path, version } of event.seen ?? []) state.seen.set(path, version);
      if (state.openCalls.length > 0) state.waitingMessages.push(event);
      else addMessage(state, event.message, event.seq);
      return;
    case "abort.requested":
      state.opIds.add(event.opId);
      return;
    case "condense.requested":
      state.opIds.add(event.opId);
      state.condenseRequested = true;
      return;
    case "turn.start":
      // Before the first reply there is nothing to condense, and the request waits for the next turn.
      if (state.turns > 0) state.condenseRequested = false;
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
        const { pendingApproval: request, answered = [] } = open;
        if (request) open.answered = [...answered, { request, end: event }];
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
        const { pendingQuestion: request, answered = [] } = open;
        if (request) open.answered = [...answered, { request, end: event }];
        open.pendingQuestion = undefined;
        open.answer = event;
      });
      return;
    case "summary.added":
      // New arrays: caches keyed by the array must see that this is another conversation.
      state.messages = [event.message, ...state.messages.slice(event.dropped)];
      state.messageSeqs = [event.seq, ...state.messageSeqs.slice(event.dropped)];
      state.summaries += 1;
      state.lastSummary = event;
      state.condenseRequested = false;
      return;
    case "snapshot.added":
      withCall(state, event.callId ?? "", (open) => {
        open.snapshot = event;
      });
      return;
    case "change.added":
      if (event.callId === undefined) return;
      state.ownChanges.push(event);
      for (const { path } of event.files) state.filesChanged.add(path);
      return;
    case "subtask.start":
      state.subtasks += 1;
      withCall(state, event.callId, (open) => {
        open.subtask = event;
      });
      return;
    case "subtask.end":
      foldSubtaskEnd(state, event);
      return;
    case "rewind.added":
      throw new Error("A rewind is folded by reduceTask, together with the events before it.");
    case "workflow.start":
    case "phase.start":
    case "phase.end":
    case "check.end":
    case "hook.end":
    case "connection.start":
    case "connection.added":
    case "connection.failed":
    case "mcp.end":
    case "resource.end":
    case "sample.end":
    case "notice.added":
      return;
    default:
      // An event of a newer version: ignored, so that the log still loads.
      event satisfies never;
  }
}

/** The parts of the state that a rewind restores. */
type Conversation = Pick<
  TaskState,
  | "mode"
  | "instructions"
  | "messages"
  | "messageSeqs"
  | "waitingMessages"
  | "openCalls"
  | "lastReply"
  | "lastSummary"
  | "completion"
  | "verification"
  | "todos"
  | "seen"
  | "filesChanged"
>;

/** A copy that later events do not change. */
function conversationOf(state: Conversation): Conversation {
  const { mode, instructions, lastReply, lastSummary, completion, verification, todos } = state;
  return {
    mode,
    instructions,
    lastReply,
    lastSummary,
    completion,
    verification,
    todos,
    messages: [...state.messages],
    messageSeqs: [...state.messageSeqs],
    waitingMessages: [...state.waitingMessages],
    openCalls: state.openCalls.map((open) => ({ ...open })),
    seen: new Map(state.seen),
    filesChanged: new Set(state.filesChanged),
  };
}

/** Failures, denials and mistakes before a rewind do not count against what follows it. */
function rewind(state: TaskState, { seq }: EventOf<"rewind.added">, target: Conversation | undefined): void {
  Object.assign(state, conversationOf(target ?? emptyTask()));
  state.lastSeq = seq;
  state.condenseRequested = false;
  state.cutRepliesInRow = 0;
  state.failuresInRow = 0;
  state.denialsInRow = 0;
  state.personDenialsInRow = 0;
  state.mistakesInRow = 0;
}

function addMessage(state: TaskState, message: Message, seq: number): void {
  state.messages.push(message);
  state.messageSeqs.push(seq);
}

function foldSubtaskEnd(state: TaskState, event: EventOf<"subtask.end">): void {
  for (const path of event.filesChanged) state.filesChanged.add(path);
  withCall(state, event.callId, (open) => {
    open.subtaskEnd = event;
  });
}

function foldReply(state: TaskState, event: EventOf<"turn.end">): void {
  state.turns += 1;
  state.failuresInRow = 0;
  state.lastReply = event.message;
  addMessage(state, event.message, event.seq);
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
  if (event.completes !== undefined && state.waitingMessages.length === 0) {
    state.completion = event.completes;
    state.verification = event.verification;
  }
  countRefusals(state, open, event);
  if (state.openCalls.every((call) => call.end)) closeCalls(state);
}

function countRefusals(state: TaskState, { approval }: OpenCall, event: EventOf<"tool.end">): void {
  if (!event.isError) {
    state.denialsInRow = 0;
    state.personDenialsInRow = 0;
  } else if (denialCodes.has(event.code ?? "")) {
    state.denialsInRow += 1;
    if (approval?.decision === "deny") state.personDenialsInRow += 1;
  }
  if (mistakeCodes.has(event.code ?? "")) state.mistakesInRow += 1;
  else state.mistakesInRow = 0;
}

/** Once all results are in, they become one message, in the order of the calls. */
function closeCalls(state: TaskState): void {
  const results: ToolMessage = {
    role: "tool",
    content: state.openCalls.flatMap((open) => (open.end ? [toResult(open.end)] : [])),
  };
  const newest = Math.max(...state.openCalls.map(({ end }) => end?.seq ?? 0));
  addMessage(state, results, newest);
  for (const { message, seq } of state.waitingMessages) addMessage(state, message, seq);
  state.openCalls = [];
  state.waitingMessages = [];
}

function toResult(end: EventOf<"tool.end">): ToolMessage["content"][number] {
  const { callId, isError, images } = end;
  // Vendors match a result with its call by the name the model used.
  const name = end.calledAs ?? end.name;
  const content = end.notice === undefined ? end.content : `${end.content}\n\n${end.notice}`;
  return { type: "tool-result", callId, name, content, isError, images };
}

function withCall(state: TaskState, callId: string, change: (open: OpenCall) => void): void {
  const open = state.openCalls.find((candidate) => candidate.call.callId === callId);
  if (open) change(open);
}
