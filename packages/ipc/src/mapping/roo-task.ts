import { noUsage, type ToolCallPart, type Usage } from "@roo-code/types";
import type { ClineMessage } from "../wire/cline-message.ts";
import type { QueuedMessage, RooEvent } from "../wire/task-event.ts";
import type { TokenUsage, ToolUsage } from "../wire/usage.ts";

export interface ShownRequest {
  readonly call: ToolCallPart;
  /** The message that shows it, once there is one. */
  ask?: ClineMessage;
}

/** What Roo Code's clients have been sent about a task so far. */
export interface RooTask {
  taskId: string;
  isSubtask: boolean;
  runs: number;
  hasPrompt: boolean;
  lastTs: number;
  request: ClineMessage | undefined;
  /** The partial messages of the current reply. */
  text: ClineMessage | undefined;
  reasoning: ClineMessage | undefined;
  /** By call. */
  readonly outputs: Map<string, ClineMessage>;
  /** Calls of the latest reply without a result. */
  readonly calls: Map<string, ShownRequest>;
  queued: QueuedMessage[];
  usage: Usage;
  contextTokens: number;
  toolUsage: ToolUsage;
  sentUsage: string;
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
    sentUsage: "",
    hasResult: false,
  };
}

type Shown = Omit<ClineMessage, "ts">;

/** A new message. Its timestamp is its identity, so no two are equal. */
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

/** Empty if nothing changed since the last one. */
export function usageEvents(task: RooTask): RooEvent[] {
  const payload: [string, TokenUsage, ToolUsage] = [task.taskId, tokenUsageOf(task), structuredClone(task.toolUsage)];
  const usage = JSON.stringify(payload);
  if (usage === task.sentUsage) return [];
  task.sentUsage = usage;
  return [{ eventName: "taskTokenUsageUpdated", payload }];
}
