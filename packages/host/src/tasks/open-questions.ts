import type { EventOf, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import type { TaskSource } from "../subtasks/local-subtasks.ts";

export type OpenQuestion = TaskSource & (EventOf<"approval.requested"> | EventOf<"question.requested">);

/** What people are asked in tasks of this process now, oldest first. */
export class OpenQuestions {
  readonly #open = new Map<string, OpenQuestion>();

  readonly observe = (item: TaskEvent | LiveDelta, { taskId, agent }: TaskSource): void => {
    const { type } = item;
    if (type === "approval.requested" || type === "question.requested")
      this.#open.set(keyOf(taskId, item.callId), { ...item, taskId, agent });
    else if (type === "approval.end" || type === "question.end" || type === "tool.end")
      this.#open.delete(keyOf(taskId, item.callId));
    else if (type === "run.end") this.#closeAll(taskId);
  };

  list(): readonly OpenQuestion[] {
    return [...this.#open.values()];
  }

  find(taskId: TaskId, callId: string): OpenQuestion | undefined {
    return this.#open.get(keyOf(taskId, callId));
  }

  #closeAll(taskId: TaskId): void {
    for (const key of this.#open.keys()) if (key.startsWith(keyOf(taskId, ""))) this.#open.delete(key);
  }
}

function keyOf(taskId: TaskId, callId: string): string {
  return `${taskId} ${callId}`;
}
