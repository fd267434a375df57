import type { EventOf, TaskEvent, TaskEventType } from "./event.ts";

/** An approval or an answer that a call requests from the user. */
export type Asked = EventOf<"approval.requested" | "question.requested">;

export function isAsked(event: { readonly type: string }): event is Asked {
  return event.type === "approval.requested" || event.type === "question.requested";
}

/** Whether an event of the same task closes a call's request: it was answered, or is no longer needed. */
export function closesAsked(event: TaskEvent, callId: string): boolean {
  return closesAll.has(event.type) || (closesOne.has(event.type) && "callId" in event && event.callId === callId);
}

/** A second request of the same call replaces the first. */
const closesOne: ReadonlySet<TaskEventType> = new Set([
  "approval.requested",
  "question.requested",
  "approval.end",
  "question.end",
  "tool.end",
]);
/** Requests open at the end of a run are made again by the next. */
const closesAll: ReadonlySet<TaskEventType> = new Set(["run.start", "run.end", "turn.end", "rewind.added"]);

/** Open requests after an event, oldest first; the same list if the event changed nothing. */
export function foldAsked<Item extends { readonly callId: string }>(
  open: readonly Item[],
  event: TaskEvent,
  itemOf: (asked: Asked) => Item,
): readonly Item[] {
  const left = open.some(({ callId }) => closesAsked(event, callId))
    ? open.filter(({ callId }) => !closesAsked(event, callId))
    : open;
  return isAsked(event) ? [...left, itemOf(event)] : left;
}

/** What a task with these requests waits for; approvals take precedence. */
export function waitsFor(asked: readonly Pick<Asked, "type">[]): "approval" | "answer" | null {
  if (asked.some(({ type }) => type === "approval.requested")) return "approval";
  return asked.length > 0 ? "answer" : null;
}
