import { settledSeq, type TaskId } from "@roo-code/types";
import { requireEvent, type UndoPlaces } from "./task-files.ts";

/** The conversation goes on from an event; files stay as they are. Throws `RooError` `unknown_event`, `task_busy`. */
export async function rewindConversation(
  { tasks }: Pick<UndoPlaces, "tasks">,
  { taskId, seq }: { readonly taskId: TaskId; readonly seq: number },
): Promise<void> {
  const writer = await tasks.open(taskId);
  try {
    const events = writer.takeHistory();
    requireEvent(events, seq);
    await writer.append([{ type: "rewind.added", toSeq: settledSeq(events, seq) }]).durable;
  } finally {
    await writer.close();
  }
}
