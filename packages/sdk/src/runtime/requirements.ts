import { isTaskId, RooError, type TaskId } from "@roo-code/types";

export function anyOf(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length > 1 ? AbortSignal.any(given) : given[0];
}

export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new RooError({ code: "aborted", message: "Aborted before the task started.", cause: signal.reason });
}

export function requireText(text: unknown): string {
  if (typeof text === "string" && text.trim() !== "") return text;
  throw new RooError({ code: "bad_options", message: "A task needs a text." });
}

export function requireTaskId(id: unknown): TaskId {
  if (typeof id === "string" && isTaskId(id)) return id;
  throw new RooError({ code: "task_not_found", message: `There is no task ${String(id).slice(0, 100)}.` });
}
