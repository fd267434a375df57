import { RooError, type TaskEvent } from "@roo-code/types";
import { selectedChanges } from "./restore-to.ts";
import { forgotten, isKept, type UndoContext } from "./task-files.ts";
import { foldUndos } from "./undo-state.ts";
import { type UndoDone, type UndoRequest, undoTask } from "./undo-task.ts";

/** Undoes the last undo. Throws `RooError` `nothing_to_redo`, `snapshot_forgotten`, `task_busy`. */
export function redo(context: UndoContext, request: Omit<UndoRequest, "conversation">): Promise<UndoDone> {
  return undoTask(context, { ...request, kind: "redo" }, async ({ events, store, snapshots, options }) => {
    const record = foldUndos(events).redo.at(-1);
    if (!record) throw nothingToRedo();
    if (!isKept(record.change, snapshots)) throw forgotten(record.seq);
    const outcome = await store.undoChanges(selectedChanges([record.change], undefined), options);
    const hasContinued = events.some((event) => event.seq > record.seq && isConversation(event));
    const before = record.change.changes[0]?.before;
    return {
      ...outcome,
      label: { kind: "redo", toSeq: record.seq },
      rewind: record.hasRewound && !hasContinued ? { toSeq: record.seq - 1, snapshot: before } : undefined,
    };
  });
}

function isConversation(event: TaskEvent): boolean {
  return event.type === "message.added" || event.type === "turn.end";
}

function nothingToRedo(): RooError {
  return new RooError({
    code: "nothing_to_redo",
    message: "Nothing to redo: there was no undo, or the task continued after it.",
    next: "roo checkpoints lists what roo undo --to N can restore.",
  });
}
