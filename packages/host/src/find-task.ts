import { type EventLog, RooError, type TaskSummary } from "@roo-code/types";

/** A task by its id or by a beginning of it that only one task has. */
export async function findTask(tasks: EventLog, idOrPrefix: string): Promise<TaskSummary> {
  if (idOrPrefix === "") {
    throw new RooError({
      code: "task_not_found",
      message: "No task was named.",
      next: "See them with: roo tasks list",
    });
  }
  const found = (await tasks.list()).filter(({ taskId }) => taskId.startsWith(idOrPrefix));
  const exact = found.find(({ taskId }) => taskId === idOrPrefix) ?? (found.length === 1 ? found[0] : undefined);
  if (exact) return exact;
  if (found.length === 0) {
    throw new RooError({
      code: "task_not_found",
      message: `There is no task ${idOrPrefix}.`,
      next: "See them with: roo tasks list",
    });
  }
  const candidates = found.slice(0, 5).map(({ taskId }) => taskId);
  throw new RooError({
    code: "task_ambiguous",
    message: `${idOrPrefix} could be ${candidates.join(", ")}.`,
    next: "Give more of the id.",
  });
}
