import { type EventLog, RooError, type TaskId, type TaskSummary } from "@roo-code/types";

/** A UUID of version 7: it starts with the time, so tasks sort by age and a short prefix identifies one. Not a secret. */
export function newTaskId(now: number, random: () => number): TaskId {
  const time = now.toString(16).padStart(12, "0");
  const variant = "89ab".charAt(Math.floor(random() * 4));
  const parts = [
    time.slice(0, 8),
    time.slice(8),
    `7${digits(3, random)}`,
    `${variant}${digits(3, random)}`,
    digits(12, random),
  ];
  // The only place that creates the branded type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts.join("-") as TaskId;
}

function digits(count: number, random: () => number): string {
  return Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join("");
}

/** A task by its id or a unique prefix. Throws `RooError` `task_not_found`, `task_ambiguous`. */
export async function findTask(tasks: EventLog, idOrPrefix: string): Promise<TaskSummary> {
  if (idOrPrefix === "") {
    throw new RooError({
      code: "task_not_found",
      message: "Missing argument: TASK",
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
    message: `${idOrPrefix} is ambiguous: ${candidates.join(", ")}.`,
    next: "Use a longer prefix.",
  });
}
