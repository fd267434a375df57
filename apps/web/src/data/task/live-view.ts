import { foldTaskView, type LiveDelta, type TaskEvent, waitsFor } from "@roo-code/types";
import type { ApiTaskSummary, TaskView } from "@roo-code/types/api";

export type TaskUpdate = { readonly task: ApiTaskSummary } | { readonly removed: string };

/** The server's view of a task with the events that came after it. */
export function foldEvents(view: TaskView, events: readonly TaskEvent[]): TaskView {
  const later = events.filter(({ seq }) => seq > view.lastSeq);
  if (later.length === 0) return view;
  const folded = { ...view };
  for (const event of later) foldTaskView(folded, event);
  return folded;
}

/** Whether later events can be folded onto a view: none is missing, and none rewinds. */
export function isContinued(view: TaskView, events: readonly TaskEvent[]): boolean {
  const later = events.filter(({ seq }) => seq > view.lastSeq);
  const isGapless = later.length === 0 || later[0]?.seq === view.lastSeq + 1;
  return isGapless && !later.some(({ type }) => type === "rewind.added");
}

/** Applies what events of the task do not contain: its status, whether it runs elsewhere, and its subtasks. */
export function applyUpdate(view: TaskView, update: TaskUpdate): TaskView {
  if ("removed" in update) {
    const children = view.children.filter(({ taskId }) => taskId !== update.removed);
    return children.length === view.children.length ? view : { ...view, children };
  }
  const { task } = update;
  if (task.parent?.taskId === view.taskId) {
    const isKnown = view.children.some(({ taskId }) => taskId === task.taskId);
    const children = isKnown
      ? view.children.map((child) => (child.taskId === task.taskId ? task : child))
      : [...view.children, task];
    return { ...view, children };
  }
  if (task.taskId !== view.taskId) return view;
  const { title, workspaceId, runsElsewhere, status } = task;
  const known = { ...view, title, workspaceId, runsElsewhere };
  // The update is older than the folded events; a newer one follows.
  return task.lastSeq < view.lastSeq ? known : { ...known, status, waitsFor: waitsFor(view.asked) ?? task.waitsFor };
}

/** The reply being streamed, and the output of running calls. */
export interface LiveReply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly callId: string; readonly name: string; readonly input: string }[];
  /** The end of the output of running calls. */
  readonly outputs: Readonly<Record<string, string>>;
  /** How far work beside the conversation is; empty if there is none. */
  readonly progress: string;
}

export const emptyReply: LiveReply = { text: "", reasoning: "", calls: [], outputs: {}, progress: "" };

/** Characters kept of the output of one running command. */
const maxOutput = 200_000;

export function foldDeltas(reply: LiveReply, deltas: readonly LiveDelta[]): LiveReply {
  let { text, reasoning, progress } = reply;
  const calls = [...reply.calls];
  const outputs: Record<string, string> = { ...reply.outputs };
  for (const delta of deltas)
    switch (delta.type) {
      case "text.delta":
        text += delta.text;
        break;
      case "reasoning.delta":
        reasoning += delta.text;
        break;
      case "call.start":
        calls.push({ callId: delta.callId, name: delta.name, input: "" });
        break;
      case "call.delta": {
        const index = calls.findIndex(({ callId }) => callId === delta.callId);
        const call = calls[index];
        if (call) calls[index] = { ...call, input: call.input + delta.text };
        break;
      }
      case "output.delta":
        outputs[delta.callId] = ((outputs[delta.callId] ?? "") + delta.text).slice(-maxOutput);
        break;
      case "progress.delta":
        progress = delta.text;
        break;
    }
  return { text, reasoning, calls, outputs, progress };
}

/** The reply is in the log now; the output of its calls continues. */
export function endReply({ outputs, progress }: LiveReply): LiveReply {
  return { ...emptyReply, outputs, progress };
}

export function endOutput(reply: LiveReply, callId: string): LiveReply {
  const { [callId]: _, ...outputs } = reply.outputs;
  return { ...reply, outputs };
}
