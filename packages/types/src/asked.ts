import type { EventOf, TaskEvent, TaskEventType } from "./event.ts";

/** What a call asks a person. */
export type Asked = EventOf<"approval.requested" | "question.requested">;

export function isAsked(event: { readonly type: string }): event is Asked {
  return event.type === "approval.requested" || event.type === "question.requested";
}

/** Whether an event of the same task closes what a call asked: by an answer, or because it is not asked any more. */
export function closesAsked(event: TaskEvent, callId: string): boolean {
  return closesAll.has(event.type) || (closesOne.has(event.type) && "callId" in event && event.callId === callId);
}

/** A call that asks again asks something else. */
const closesOne: ReadonlySet<TaskEventType> = new Set([
  "approval.requested",
  "question.requested",
  "approval.end",
  "question.end",
  "tool.end",
]);
/** What a run left open, the next one asks again. */
const closesAll: ReadonlySet<TaskEventType> = new Set(["run.start", "run.end", "turn.end", "rewind.added"]);

/** What is asked after an event, oldest first; the same list where that changed nothing. */
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

/** What a task waits for that asks these things: an approval comes first. */
export function waitsFor(asked: readonly Pick<Asked, "type">[]): "approval" | "answer" | null {
  if (asked.some(({ type }) => type === "approval.requested")) return "approval";
  return asked.length > 0 ? "answer" : null;
}
