import { type AssistantMessage, addUsage, type EventOf, type ImagePart, toolCalls, type Usage } from "@roo-code/types";
import type { ClineMessage } from "../wire/cline-message.ts";
import type { RooEvent } from "../wire/task-event.ts";
import { finishLive } from "./live-events.ts";
import { created, newMessage, type RooTask, say, updated, usageEvents } from "./roo-task.ts";

export function requestStarted(task: RooTask, event: EventOf<"turn.start">): RooEvent[] {
  if (event.context) task.contextTokens = event.context.total;
  const text = JSON.stringify({ apiProtocol: "openai" });
  task.request = newMessage(task, { type: "say", say: "api_req_started", text }, event.at);
  return [created(task, task.request)];
}

export function replied(task: RooTask, event: EventOf<"turn.end">): RooEvent[] {
  const { message, usage, at } = event;
  task.usage = addUsage(task.usage, usage);
  task.contextTokens = usage.inputTokens + usage.outputTokens || task.contextTokens;
  task.calls.clear();
  for (const call of toolCalls(message)) task.calls.set(call.callId, { call });
  const events = [
    ...requestEnded(task, requestText(usage)),
    ...finishText(task, "reasoning", textOf(message, "reasoning"), at),
    ...finishText(task, "text", textOf(message, "text"), at),
    ...message.content.flatMap((part) =>
      part.type === "image" ? [say(task, { say: "text", text: "", images: [imageUrl(part)] }, at)] : [],
    ),
  ];
  return [...events, ...usageEvents(task)];
}

export function requestFailed(task: RooTask, { error, retryInMs, at }: EventOf<"turn.failed">): RooEvent[] {
  const events = finishLive(task);
  if (retryInMs === null) {
    const failure = { cancelReason: "streaming_failed", streamingFailedMessage: error.message };
    return [...events, ...requestEnded(task, { apiProtocol: "openai", ...failure })];
  }
  const seconds = Math.ceil(retryInMs / 1000);
  const text = `${error.message}\n<retry_timer>${seconds}</retry_timer>`;
  return [...events, say(task, { say: "api_req_retry_delayed", text }, at)];
}

function requestEnded(task: RooTask, text: object): RooEvent[] {
  const { request } = task;
  task.request = undefined;
  return request ? [updated(task, { ...request, text: JSON.stringify(text) })] : [];
}

function requestText({ inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, costUsd }: Usage): object {
  return {
    apiProtocol: "openai",
    tokensIn: inputTokens,
    tokensOut: outputTokens,
    cacheWrites: cacheWriteTokens,
    cacheReads: cacheReadTokens,
    cost: costUsd ?? undefined,
  };
}

/** Completes the partial message, or shows the whole text if nothing was streamed. */
function finishText(task: RooTask, kind: "text" | "reasoning", text: string, at: string): RooEvent[] {
  const partial: ClineMessage | undefined = task[kind];
  task[kind] = undefined;
  if (partial) return [updated(task, { ...partial, text: text || partial.text, partial: false })];
  return text === "" ? [] : [say(task, { say: kind, text, partial: false }, at)];
}

function textOf(message: AssistantMessage, kind: "text" | "reasoning"): string {
  return message.content.map((part) => (part.type === kind ? part.text : "")).join("");
}

export function imageUrl({ mediaType, data }: ImagePart): string {
  return `data:${mediaType};base64,${data}`;
}
