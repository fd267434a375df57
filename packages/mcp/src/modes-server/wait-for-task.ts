import type { TaskId } from "@roo-code/types";
import type { ServedTasks, TaskLook } from "./modes-server-ports.ts";

export interface WaitOptions {
  readonly seconds: number;
  /** The client no longer wants to know: rejects with its reason. */
  readonly signal: AbortSignal;
  readonly onChange: (look: TaskLook) => void;
}

/** How a task stands once it has ended, asks something, or the time is over. */
export async function waitForTask(tasks: ServedTasks, taskId: TaskId, options: WaitOptions): Promise<TaskLook> {
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
      // Before the look: what happens during it is seen in the next one.
      changed = Promise.withResolvers();
      const look = await tasks.look(taskId);
      if (look.status !== "running" || look.questions.length > 0 || timeUp.aborted) return look;
      signal.throwIfAborted();
      onChange(look);
      await changed.promise;
    }
  } finally {
    stop.removeEventListener("abort", wake);
    stopObserving();
  }
}
