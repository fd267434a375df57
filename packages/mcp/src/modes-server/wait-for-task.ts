import type { TaskId } from "@roo-code/types";
import type { ServedTasks, TaskOverview } from "./modes-server-ports.ts";

export interface WaitOptions {
  readonly seconds: number;
  /** When aborted, `waitForTask` rejects with its reason. */
  readonly signal: AbortSignal;
  readonly onChange: (overview: TaskOverview) => void;
}

/** The state of a task once it has ended, asks a question, or the time is up. */
export async function waitForTask(tasks: ServedTasks, taskId: TaskId, options: WaitOptions): Promise<TaskOverview> {
  const { seconds, signal, onChange } = options;
  const timeUp = AbortSignal.timeout(seconds * 1000);
  const stop = AbortSignal.any([signal, timeUp]);
  let changed = Promise.withResolvers<void>();
  const stopObserving = tasks.observe((changedId) => {
    if (changedId === taskId) changed.resolve();
  });
  const wake = (): void => changed.resolve();
  stop.addEventListener("abort", wake);
  try {
    for (;;) {
      // Before reading: changes during it are seen in the next round.
      changed = Promise.withResolvers();
      const overview = await tasks.overview(taskId);
      if (overview.status !== "running" || overview.questions.length > 0 || timeUp.aborted) return overview;
      signal.throwIfAborted();
      onChange(overview);
      await changed.promise;
    }
  } finally {
    stop.removeEventListener("abort", wake);
    stopObserving();
  }
}
