import { addUsage, messageText, noUsage, type RunStatus, type TaskEvent, toolCalls, type Usage } from "@roo-code/types";
import { describeCall } from "../output/format.ts";

/** The state of one task of a tree, for display. */
export interface WatchedTask {
  readonly agent: string;
  mode: string;
  /** Its prompt. */
  title: string;
  status: "running" | RunStatus;
  /** What it is doing now. */
  activity: string;
  turns: number;
  /** Its own usage, and that of finished subtasks. */
  usage: Usage;
  startedAt: number;
  endedAt: number | undefined;
  /** The ids of its subtasks. */
  readonly children: string[];
}

export function newWatchedTask({
  agent,
  mode,
  message,
}: {
  agent: string;
  mode: string;
  message: string;
}): WatchedTask {
  return {
    agent,
    mode,
    title: message,
    status: "running",
    activity: "",
    turns: 0,
    usage: noUsage(),
    startedAt: 0,
    endedAt: undefined,
    children: [],
  };
}

/** Applies one event. */
export function foldWatched(task: WatchedTask, event: TaskEvent): void {
  if (event.type === "task.start") task.startedAt = Date.parse(event.at);
  if (event.type === "task.start" || event.type === "mode.start") task.mode = event.mode;
  if (event.type === "message.added") task.title ||= messageText(event.message);
  if (event.type === "workflow.start") task.title = event.plan.name;
  if (event.type === "subtask.start") task.children.push(event.taskId);
  if (event.type === "run.start") Object.assign(task, { status: "running", endedAt: undefined });
  if (event.type === "run.end") Object.assign(task, { status: event.status, endedAt: Date.parse(event.at) });
  if (event.type === "turn.end") task.turns += 1;
  if (event.type === "turn.end" || event.type === "subtask.end" || event.type === "summary.added")
    task.usage = addUsage(task.usage, event.usage ?? noUsage());
  task.activity = activityAt(event) ?? task.activity;
}

/** undefined: unchanged. */
function activityAt(event: TaskEvent): string | undefined {
  if (event.type === "turn.start") return "thinking";
  if (event.type === "approval.requested" || event.type === "question.requested") return "waiting for an answer";
  if (event.type === "phase.start") return `phase ${event.phase}`;
  if (event.type === "run.end") return event.error?.message ?? "";
  if (event.type !== "turn.end") return undefined;
  // Subtasks have their own lines.
  const calls = toolCalls(event.message).filter(({ name }) => name !== "new_task");
  return calls.map((call) => `${call.name} ${describeCall(call)}`.trim()).join(", ");
}
