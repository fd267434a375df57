import { addUsage, type EventOf, type LiveDelta, messageText, type TaskEvent } from "@roo-code/types";
import type { RooEvent } from "../wire/task-event.ts";
import { answered, approvalRequested, callEnded, callStarted, questionRequested } from "./call-events.ts";
import { finishLive, liveEvents } from "./live-events.ts";
import { imageUrl, replied, requestFailed, requestStarted } from "./reply-events.ts";
import { type RooTask, say, tokenUsageOf, usageEvents } from "./roo-task.ts";

/**
 * Translates an event or live delta of a task into Roo Code's events. Folds it into `task`, the state of what was sent
 * so far; depends on nothing else. Clients built on Roo Code's schemas accept every event it returns.
 */
export function toIpcEvents(task: RooTask, item: TaskEvent | LiveDelta): RooEvent[] {
  return "live" in item ? liveEvents(task, item) : logEvents(task, item);
}

function logEvents(task: RooTask, event: TaskEvent): RooEvent[] {
  switch (event.type) {
    case "task.start":
      task.taskId = event.taskId;
      task.isSubtask = event.parent !== undefined;
      return taskShown(task);
    case "run.start":
      return runStarted(task);
    case "run.end":
      return runEnded(task, event);
    case "message.added":
      return messageAdded(task, event);
    case "mode.start":
      return [{ eventName: "taskModeSwitched", payload: [task.taskId, event.mode] }];
    case "turn.start":
      return requestStarted(task, event);
    case "turn.end":
      return replied(task, event);
    case "turn.failed":
      return requestFailed(task, event);
    case "summary.added":
      return condensed(task, event);
    case "sample.end":
      task.usage = addUsage(task.usage, event.usage);
      return usageEvents(task);
    case "change.added":
      return [];
    case "snapshot.added":
      return [say(task, { say: "checkpoint_saved", text: event.snapshot }, event.at)];
    case "subtask.start":
      return [
        { eventName: "taskDelegated", payload: [task.taskId, event.taskId] },
        { eventName: "taskSpawned", payload: [task.taskId, event.taskId] },
      ];
    case "subtask.end":
      return subtaskEnded(task, event);
    case "tool.start":
      return callStarted(task, event);
    case "tool.end":
      return callEnded(task, event);
    case "approval.requested":
      return approvalRequested(task, event);
    case "approval.end":
      return answered(task, event.callId, event.feedback, event.at);
    case "question.requested":
      return questionRequested(task, event);
    case "question.end":
      return answered(task, event.callId, event.answer, event.at);
    case "rewind.added":
      return rewound(task);
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
    case "todos.added":
    case "abort.requested":
    case "condense.requested":
    case "notice.added":
      return [];
    default:
      // From a newer version.
      event satisfies never;
      return [];
  }
}

function taskShown({ taskId }: RooTask): RooEvent[] {
  return [
    { eventName: "taskCreated", payload: [taskId] },
    { eventName: "taskFocused", payload: [taskId] },
  ];
}

/** A resumed task is announced again, as in Roo Code. */
function runStarted(task: RooTask): RooEvent[] {
  task.runs += 1;
  task.hasResult = false;
  const resumed = task.runs > 1 ? taskShown(task) : [];
  return [...resumed, { eventName: "taskStarted", payload: [task.taskId] }];
}

function messageAdded(task: RooTask, event: EventOf<"message.added">): RooEvent[] {
  const { message, opId, at } = event;
  const text = messageText(message);
  const images = message.content.flatMap((part) => (part.type === "image" ? [imageUrl(part)] : []));
  const content = { text, images: images.length > 0 ? images : undefined };
  if (!task.hasPrompt) {
    task.hasPrompt = true;
    return [say(task, { say: "text", ...content }, at)];
  }
  if (task.calls.size === 0) return [say(task, { say: "user_feedback", ...content }, at)];
  task.queued = [...task.queued, { timestamp: Date.parse(at) || 0, id: opId, ...content }];
  return [{ eventName: "queuedMessagesUpdated", payload: [task.taskId, task.queued] }];
}

function condensed(task: RooTask, event: EventOf<"summary.added">): RooEvent[] {
  const { usage, tokensBefore, tokensAfter, message, at } = event;
  if (usage) task.usage = addUsage(task.usage, usage);
  task.contextTokens = tokensAfter;
  const contextCondense = {
    cost: usage?.costUsd ?? 0,
    prevContextTokens: tokensBefore,
    newContextTokens: tokensAfter,
    summary: messageText(message),
  };
  return [say(task, { say: "condense_context", contextCondense }, at), ...usageEvents(task)];
}

function subtaskEnded(task: RooTask, event: EventOf<"subtask.end">): RooEvent[] {
  const { taskId: child, status, result, error, usage, at } = event;
  task.usage = addUsage(task.usage, usage);
  const summary = result ?? error?.message ?? status;
  return [
    { eventName: "taskDelegationCompleted", payload: [task.taskId, child, summary] },
    { eventName: "taskDelegationResumed", payload: [task.taskId, child] },
    say(task, { say: "subtask_result", text: summary }, at),
    ...usageEvents(task),
  ];
}

/** A run that did not complete is reported as aborted: Roo Code's clients know no other end. */
function runEnded(task: RooTask, event: EventOf<"run.end">): RooEvent[] {
  const { status, result, error, usage, at } = event;
  task.usage = usage;
  const events = [...finishLive(task), ...usageEvents(task)];
  task.calls.clear();
  task.outputs.clear();
  const { taskId, isSubtask, toolUsage } = task;
  if (status !== "completed") {
    if (error && status !== "aborted") events.push(say(task, { say: "error", text: error.message }, at));
    events.push({ eventName: "taskAborted", payload: [taskId] });
    if (!isSubtask) events.push({ eventName: "taskResumable", payload: [taskId] });
    return events;
  }
  if (!task.hasResult && result !== null)
    events.push(say(task, { say: "completion_result", text: result, partial: false }, at));
  const payload: Extract<RooEvent, { eventName: "taskCompleted" }>["payload"] = [
    taskId,
    tokenUsageOf(task),
    structuredClone(toolUsage),
    { isSubtask },
  ];
  events.push({ eventName: "taskCompleted", payload });
  if (!isSubtask) events.push({ eventName: "taskIdle", payload: [taskId] });
  return events;
}

function rewound(task: RooTask): RooEvent[] {
  const events = finishLive(task);
  task.calls.clear();
  task.outputs.clear();
  task.queued = [];
  return events;
}
