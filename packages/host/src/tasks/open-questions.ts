import { type Asked, closesAsked, isAsked, type LiveDelta, type TaskEvent, type TaskId } from "@roo-code/types";
import type { TaskSource } from "../subtasks/local-subtasks.ts";

export type OpenQuestion = TaskSource & Asked;

/** Open approvals and questions of tasks in this process, oldest first. */
export class OpenQuestions {
  #open: readonly OpenQuestion[] = [];

  readonly observe = (item: TaskEvent | LiveDelta, source: TaskSource): void => {
    if ("live" in item) return;
    const isClosed = ({ taskId, callId }: OpenQuestion) => taskId === source.taskId && closesAsked(item, callId);
    if (this.#open.some(isClosed)) this.#open = this.#open.filter((question) => !isClosed(question));
    if (isAsked(item)) this.#open = [...this.#open, { ...item, taskId: source.taskId, agent: source.agent }];
  };

  list(): readonly OpenQuestion[] {
    return this.#open;
  }

  find(taskId: TaskId, callId: string): OpenQuestion | undefined {
    return this.#open.find((question) => question.taskId === taskId && question.callId === callId);
  }
}
