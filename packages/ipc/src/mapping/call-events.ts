import type { EventOf } from "@roo-code/types";
import type { RooEvent } from "../wire/task-event.ts";
import { rooToolName, shownCall } from "./call-text.ts";
import { imageUrl } from "./reply-events.ts";
import { created, newMessage, type RooTask, type ShownRequest, say, updated, usageEvents } from "./roo-task.ts";

/** Shown by their result or question instead. */
const shownOtherwise: ReadonlySet<string> = new Set(["attempt_completion", "ask_followup_question"]);
const maxErrorLength = 16 * 1024;

export function approvalRequested(task: RooTask, event: EventOf<"approval.requested">): RooEvent[] {
  const known = task.calls.get(event.callId);
  const call = known?.call ?? unknownCall(event.callId, event.name);
  const isProtected = event.needs?.includes("protected") ?? false;
  const ask = newMessage(
    task,
    { type: "ask", ...shownCall(call, event), partial: false, isProtected: isProtected || undefined },
    event.at,
  );
  task.calls.set(event.callId, { call, ask });
  return [created(task, ask), { eventName: "taskInteractive", payload: [task.taskId] }];
}

export function questionRequested(task: RooTask, event: EventOf<"question.requested">): RooEvent[] {
  const { callId, question, suggestions, at } = event;
  const text = JSON.stringify({ question, suggest: suggestions.map((answer) => ({ answer })) });
  const ask = newMessage(task, { type: "ask", ask: "followup", text, partial: false }, at);
  const call = task.calls.get(callId)?.call ?? unknownCall(callId, "ask_followup_question");
  task.calls.set(callId, { call, ask });
  return [created(task, ask), { eventName: "taskInteractive", payload: [task.taskId] }];
}

/** The answer to an approval or a question. */
export function answered(task: RooTask, callId: string, text: string | undefined, at: string): RooEvent[] {
  const known = task.calls.get(callId);
  const ask = known?.ask && { ...known.ask, isAnswered: true };
  if (known && ask) known.ask = ask;
  return [
    ...(text ? [say(task, { say: "user_feedback", text }, at)] : []),
    ...(ask ? [updated(task, ask)] : []),
    { eventName: "taskAskResponded", payload: [task.taskId] },
    { eventName: "taskActive", payload: [task.taskId] },
  ];
}

/** A call that was not asked about is shown as Roo Code shows one approved in advance. */
export function callStarted(task: RooTask, { callId, at }: { callId: string; at: string }): RooEvent[] {
  const known = task.calls.get(callId);
  if (!known || known.ask || shownOtherwise.has(known.call.name)) return [];
  const fields = { type: "ask" as const, ...shownCall(known.call), partial: false, isAnswered: true };
  known.ask = newMessage(task, fields, at);
  return [created(task, known.ask), { eventName: "taskAskResponded", payload: [task.taskId] }];
}

export function callEnded(task: RooTask, event: EventOf<"tool.end">): RooEvent[] {
  const { callId, isError, content, at } = event;
  const events = callStarted(task, event);
  const tool = rooToolName(event.name);
  const { attempts, failures } = task.toolUsage[tool] ?? { attempts: 0, failures: 0 };
  task.toolUsage = { ...task.toolUsage, [tool]: { attempts: attempts + 1, failures: failures + (isError ? 1 : 0) } };
  events.push(...resultEvents(task, event));
  if (isError && content !== "")
    events.push({ eventName: "taskToolFailed", payload: [task.taskId, tool, content.slice(0, maxErrorLength)] });
  task.calls.delete(callId);
  if (task.calls.size > 0) return events;
  return [...events, ...drainQueue(task, at), ...usageEvents(task)];
}

function resultEvents(task: RooTask, event: EventOf<"tool.end">): RooEvent[] {
  const { callId, name, content, isError, completes, at } = event;
  const output = task.outputs.get(callId);
  task.outputs.delete(callId);
  if (name === "execute_command" && (output || !isError)) {
    const fields = { text: content, partial: false, ...imagesOf(event) };
    return [output ? updated(task, { ...output, ...fields }) : say(task, { say: "command_output", ...fields }, at)];
  }
  if (completes !== undefined) {
    task.hasResult = true;
    return [say(task, { say: "completion_result", text: completes, partial: false }, at)];
  }
  if (isError) return [say(task, { say: name === "apply_diff" ? "diff_error" : "error", text: content }, at)];
  if (rooToolName(name) === "use_mcp_tool" || name === "access_mcp_resource")
    return [say(task, { say: "mcp_server_response", text: content, ...imagesOf(event) }, at)];
  return event.images?.length ? [say(task, { say: "image", text: "", ...imagesOf(event) }, at)] : [];
}

function imagesOf({ images }: EventOf<"tool.end">): { images?: string[] } {
  return images?.length ? { images: images.map(imageUrl) } : {};
}

/** Messages sent during the calls reach the model now. */
function drainQueue(task: RooTask, at: string): RooEvent[] {
  const { queued } = task;
  if (queued.length === 0) return [];
  task.queued = [];
  return [
    { eventName: "queuedMessagesUpdated", payload: [task.taskId, []] },
    ...queued.map(({ text, images }) => say(task, { say: "user_feedback", text, images }, at)),
  ];
}

function unknownCall(callId: string, name: string): ShownRequest["call"] {
  return { type: "tool-call", callId, name, input: {} };
}
