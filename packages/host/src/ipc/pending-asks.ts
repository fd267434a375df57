import type { LiveDelta, Op, TaskEvent, TaskId } from "@roo-code/types";
import type { TaskSource } from "../subtasks/local-subtasks.ts";

interface PendingAsk {
  readonly taskId: TaskId;
  readonly callId: string;
  readonly kind: "approval" | "question";
}

/** What a tree of tasks waits to be told by a person, oldest first. */
export class PendingAsks {
  #asks: readonly PendingAsk[] = [];

  observe(item: TaskEvent | LiveDelta, { taskId }: TaskSource): void {
    if (item.type === "approval.requested") this.#add({ taskId, callId: item.callId, kind: "approval" });
    if (item.type === "question.requested") this.#add({ taskId, callId: item.callId, kind: "question" });
    if (item.type === "run.end") this.#asks = this.#asks.filter((ask) => ask.taskId !== taskId);
    if (item.type !== "approval.end" && item.type !== "question.end" && item.type !== "tool.end") return;
    this.#asks = this.#asks.filter((ask) => ask.taskId !== taskId || ask.callId !== item.callId);
  }

  /** Words as an answer to the oldest, read as at a terminal: yes, no, or what to do instead. */
  answer(words: string, opId: string): { op: Op; taskId: TaskId } | undefined {
    const [ask] = this.#asks;
    if (!ask) return undefined;
    const { taskId, callId, kind } = ask;
    if (kind === "question") return { taskId, op: { type: "question.answer", opId, callId, answer: words } };
    const decision = /^\s*y(es)?\s*$/i.test(words) ? "allow" : "deny";
    const feedback = decision === "allow" || /^\s*(no?)?\s*$/i.test(words) ? undefined : words;
    return { taskId, op: { type: "approval.answer", opId, callId, decision, ...(feedback && { feedback }) } };
  }

  #add(ask: PendingAsk): void {
    this.#asks = [...this.#asks, ask];
  }
}
