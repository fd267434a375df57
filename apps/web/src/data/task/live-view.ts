import { foldTaskView, type LiveDelta, type TaskEvent, waitsFor } from "@roo-code/types";
import type { ApiTaskSummary, TaskView } from "@roo-code/types/api";

export type TaskNews = { readonly task: ApiTaskSummary } | { readonly removed: string };

/** The server's view of a task with the events that came after it. */
export function foldOnto(view: TaskView, events: readonly TaskEvent[]): TaskView {
  const later = events.filter(({ seq }) => seq > view.lastSeq);
  if (later.length === 0) return view;
  const folded = { ...view };
  for (const event of later) foldTaskView(folded, event);
  return folded;
}

/** Whether events that came after a view can be folded onto it: none is missing, and none goes back before it. */
export function isContinued(view: TaskView, events: readonly TaskEvent[]): boolean {
  const later = events.filter(({ seq }) => seq > view.lastSeq);
  const isWhole = later.length === 0 || later[0]?.seq === view.lastSeq + 1;
  return isWhole && !later.some(({ type }) => type === "rewind.added");
}

/** What no event of the task tells: whether a process still works on it, and what its subtasks are doing. */
export function withNews(view: TaskView, news: TaskNews): TaskView {
  if ("removed" in news) {
    const children = view.children.filter(({ taskId }) => taskId !== news.removed);
    return children.length === view.children.length ? view : { ...view, children };
  }
  const { task } = news;
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
  // Said of fewer events than are folded here: news of the others follow.
  return task.lastSeq < view.lastSeq ? known : { ...known, status, waitsFor: waitsFor(view.asked) ?? task.waitsFor };
}

/** What is being said and done right now, before the event that holds it all. */
export interface LiveReply {
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly { readonly callId: string; readonly name: string; readonly input: string }[];
  /** Output of calls under way, its end. */
  readonly outputs: Readonly<Record<string, string>>;
}

export const silence: LiveReply = { text: "", reasoning: "", calls: [], outputs: {} };

/** A page needs no more of a running command than this. */
const maxOutput = 200_000;

export function foldDeltas(reply: LiveReply, deltas: readonly LiveDelta[]): LiveReply {
  let { text, reasoning } = reply;
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
    }
  return { text, reasoning, calls, outputs };
}

/** The reply is in the log now; what its calls print goes on. */
export function endReply({ outputs }: LiveReply): LiveReply {
  return { ...silence, outputs };
}

export function endOutput(reply: LiveReply, callId: string): LiveReply {
  const { [callId]: _, ...outputs } = reply.outputs;
  return { ...reply, outputs };
}
