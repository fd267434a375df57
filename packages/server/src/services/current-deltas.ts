import type { LiveDelta, TaskEvent, TaskId } from "@roo-code/types";

/** A client that has just connected needs only the end of long command output. */
const maxOutput = 100_000;

/** The live output of each task that is not recorded yet, for clients that connect in the middle of a turn. */
export class CurrentDeltas {
  readonly #tasks = new Map<TaskId, Map<string, LiveDelta>>();

  deltasOf(taskId: TaskId): readonly LiveDelta[] {
    return [...(this.#tasks.get(taskId)?.values() ?? [])];
  }

  record(item: TaskEvent | LiveDelta, taskId: TaskId): void {
    if ("live" in item) this.#add(item, taskId);
    else this.#settle(item, taskId);
  }

  #add(delta: LiveDelta, taskId: TaskId): void {
    const sums = this.#tasks.get(taskId) ?? new Map<string, LiveDelta>();
    this.#tasks.set(taskId, sums);
    const key = "callId" in delta ? `${delta.type} ${delta.callId}` : delta.type;
    const before = sums.get(key);
    const isWhole = delta.type === "call.start" || delta.type === "progress.delta";
    if (isWhole || !before || !("text" in before)) return void sums.set(key, delta);
    const text = before.text + delta.text;
    sums.set(key, { ...delta, text: delta.type === "output.delta" ? text.slice(-maxOutput) : text });
  }

  /** The log contains it now. */
  #settle(event: TaskEvent, taskId: TaskId): void {
    if (event.type === "run.end") this.#tasks.delete(taskId);
    if (event.type === "tool.end") this.#tasks.get(taskId)?.delete(`output.delta ${event.callId}`);
    if (event.type !== "turn.start" && event.type !== "turn.end" && event.type !== "turn.failed") return;
    const sums = this.#tasks.get(taskId);
    for (const key of sums?.keys() ?? [])
      if (!key.startsWith("output.delta") && key !== "progress.delta") sums?.delete(key);
  }
}
