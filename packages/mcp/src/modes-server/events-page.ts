import type { TaskEvent, TaskId } from "@roo-code/types";
import type { ServedTasks } from "./modes-server-ports.ts";

const mostEvents = 500;
const mostCharacters = 1_000_000;

export interface EventsPage {
  readonly taskId: TaskId;
  readonly events: readonly TaskEvent[];
  /** Where the next ones are; null when these were the newest. */
  readonly next: string | null;
}

/** As many events as one answer may hold, and one at least. */
export async function eventsPage(tasks: ServedTasks, taskId: TaskId, afterSeq: number): Promise<EventsPage> {
  const all = await tasks.events(taskId, afterSeq);
  let characters = 0;
  const tooMany = all.findIndex((event, index) => {
    characters += JSON.stringify(event).length;
    return index > 0 && (index >= mostEvents || characters > mostCharacters);
  });
  const events = tooMany === -1 ? all : all.slice(0, tooMany);
  const last = events.at(-1)?.seq;
  return { taskId, events, next: tooMany === -1 ? null : `task://${taskId}/events/${last}` };
}
