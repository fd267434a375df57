import { noUsage, type ToolCallPart, type Usage } from "@roo-code/types";
import type { ClineMessage } from "../wire/cline-message.ts";
import type { QueuedMessage, RooEvent } from "../wire/task-event.ts";
import type { TokenUsage, ToolUsage } from "../wire/usage.ts";

export interface ShownRequest {
  readonly call: ToolCallPart;
  /** How it was shown, once it was. */
  ask?: ClineMessage;
}

/** What has been told of a task in Roo Code's words. */
export interface RooTask {
  taskId: string;
  isSubtask: boolean;
  runs: number;
  hasPrompt: boolean;
  lastTs: number;
  request: ClineMessage | undefined;
  /** What the model is saying and thinking just now. */
  text: ClineMessage | undefined;
  reasoning: ClineMessage | undefined;
  /** By call. */
  readonly outputs: Map<string, ClineMessage>;
  /** Calls of the newest reply without a result. */
  readonly calls: Map<string, ShownRequest>;
  queued: QueuedMessage[];
  usage: Usage;
  contextTokens: number;
  toolUsage: ToolUsage;
  toldUsage: string;
  hasResult: boolean;
}

export function emptyRooTask(taskId = ""): RooTask {
  return {
    taskId,
    isSubtask: false,
    runs: 0,
    hasPrompt: false,
    lastTs: 0,
    request: undefined,
    text: undefined,
    reasoning: undefined,
    outputs: new Map(),
    calls: new Map(),
    queued: [],
    usage: noUsage(),
    contextTokens: 0,
    toolUsage: {},
    toldUsage: "",
    hasResult: false,
  };
}

type Shown = Omit<ClineMessage, "ts">;

/** A new message. Its time is its identity, so no two have the same. */
export function newMessage(task: RooTask, fields: Shown, at?: string): ClineMessage {
  task.lastTs = Math.max(task.lastTs + 1, (at === undefined ? 0 : Date.parse(at)) || 0);
  return { ts: task.lastTs, ...fields };
}

export function created(task: RooTask, message: ClineMessage): RooEvent {
  return { eventName: "message", payload: [{ taskId: task.taskId, action: "created", message }] };
}

export function updated(task: RooTask, message: ClineMessage): RooEvent {
  return { eventName: "message", payload: [{ taskId: task.taskId, action: "updated", message }] };
}

export function say(task: RooTask, fields: Omit<Shown, "type">, at?: string): RooEvent {
  return created(task, newMessage(task, { type: "say", ...fields }, at));
}

export function tokenUsageOf({ usage, contextTokens }: RooTask): TokenUsage {
  return {
    totalTokensIn: usage.inputTokens,
    totalTokensOut: usage.outputTokens,
    totalCacheWrites: usage.cacheWriteTokens,
    totalCacheReads: usage.cacheReadTokens,
    totalCost: usage.costUsd ?? 0,
    contextTokens,
  };
}

/** Told only when something changed. */
export function usageNews(task: RooTask): RooEvent[] {
  const payload: [string, TokenUsage, ToolUsage] = [task.taskId, tokenUsageOf(task), structuredClone(task.toolUsage)];
  const told = JSON.stringify(payload);
  if (told === task.toldUsage) return [];
  task.toldUsage = told;
  return [{ eventName: "taskTokenUsageUpdated", payload }];
}
