import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { FileEventLog } from "@roo-code/store";
import type { FoundTask } from "@roo-code/store/moving-in";
import type { EventDraft, TaskEvent, TaskId } from "@roo-code/types";
import type { HostContext } from "./host.ts";

const batchSize = 500;

/** Put in its place when it is whole: half a task would be taken for all of it the next time. */
export async function writeImportedTask(
  { taskId, events }: Pick<FoundTask, "taskId" | "events">,
  places: HostContext,
): Promise<void> {
  const folder = join(places.home, `tasks.importing-${process.pid}`);
  try {
    await write(folder, { taskId, events: events(), places });
    const tasks = join(places.home, "tasks");
    mkdirSync(tasks, { recursive: true, mode: 0o700 });
    renameSync(join(folder, taskId), join(tasks, taskId));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Through the log itself, by a clock that says when each thing happened. */
async function write(
  tasksFolder: string,
  { taskId, events, places }: { taskId: TaskId; events: readonly TaskEvent[]; places: HostContext },
): Promise<void> {
  const { clock } = places;
  let now = clock.now();
  const writer = await new FileEventLog({ tasksFolder, clock: { ...clock, now: () => now } }).create(taskId);
  try {
    for (let from = 0; from < events.length; from += batchSize) {
      const batch = events.slice(from, from + batchSize).map((event) => {
        now = Date.parse(event.at) || clock.now();
        return writer.append([draftOf(event)]).durable;
      });
      await Promise.all(batch);
    }
  } finally {
    await writer.close();
  }
}

function draftOf({ seq: _seq, at: _at, ...draft }: TaskEvent): EventDraft {
  return draft;
}
