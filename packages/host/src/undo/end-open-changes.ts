import type { EventDraft, EventOf, SnapshotStore, TaskEvent, TaskId } from "@roo-code/types";
import { taskChanges } from "./task-changes.ts";

/** What the calls changed that were under way when the process died, as events: nobody has looked since. */
export async function endOpenChanges(
  store: SnapshotStore,
  taskId: TaskId,
  events: readonly TaskEvent[],
): Promise<EventDraft[]> {
  const drafts: EventDraft[] = [];
  for (const { isOpen, callId, snapshot, label, seq } of taskChanges(events)) {
    const start = events.find(
      (event): event is EventOf<"tool.start"> =>
        event.type === "tool.start" && event.callId === callId && event.seq > seq,
    );
    if (!isOpen || !start || callId === undefined || snapshot === undefined) continue;
    const { steps } = start;
    const record = await store
      .recordChange(snapshot, { by: taskId, label, steps, isInterrupted: true })
      .catch(() => undefined);
    if (!record) continue;
    const { changes, files, moreFiles } = record;
    drafts.push({
      type: "change.added",
      callId,
      label,
      changes: [...changes],
      files: [...files],
      ...(moreFiles !== undefined && { moreFiles }),
    });
  }
  return drafts;
}
