import type { ApprovalRule, Clock, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import { createRuleKeeper, type RuleKeeper, type RuleScope } from "../approvals/rule-keeper.ts";
import type { TaskSource } from "../subtasks/local-subtasks.ts";
import { newOpId } from "./message-op.ts";
import type { OpenQuestion, OpenQuestions } from "./open-questions.ts";
import type { TaskPool } from "./task-pool.ts";

interface StandingAnswersParts {
  readonly pool: TaskPool;
  readonly questions: OpenQuestions;
  readonly home: string;
  readonly clock: Clock;
}

/** "Always allow": rules saved with an answer also answer later requests of running tasks. */
export class StandingAnswers {
  readonly #parts: StandingAnswersParts;
  /** By folder, because rules apply to the files and commands of a folder. */
  readonly #keepers = new Map<string, RuleKeeper>();

  constructor(parts: StandingAnswersParts) {
    this.#parts = parts;
  }

  readonly observe = (item: TaskEvent | LiveDelta, source: TaskSource): void => {
    if (item.type === "approval.requested") void this.#answer({ ...item, ...source });
  };

  /** Saves rules, and answers all other open requests that they allow. */
  async keep(
    taskId: TaskId,
    rules: readonly ApprovalRule[],
    { scope, except }: { readonly scope: RuleScope; readonly except: string },
  ): Promise<void> {
    await this.#keeperOf(taskId)?.keep(rules, scope);
    for (const question of this.#parts.questions.list())
      if (question.taskId !== taskId || question.callId !== except) await this.#answer(question);
  }

  async #answer(question: OpenQuestion): Promise<void> {
    if (question.type !== "approval.requested") return;
    const { taskId, callId, name, subject } = question;
    const isAllowed = await this.#keeperOf(taskId)?.allows(name, subject);
    if (!isAllowed) return;
    const op = { type: "approval.answer", opId: newOpId(), callId, decision: "allow" } as const;
    // It may have been answered meanwhile.
    await this.#parts.pool.submit(op, taskId).catch(() => undefined);
  }

  #keeperOf(taskId: TaskId): RuleKeeper | undefined {
    const { pool, home, clock } = this.#parts;
    const root = pool.folderOf(taskId);
    if (root === undefined) return undefined;
    const keeper = this.#keepers.get(root) ?? createRuleKeeper({ home, clock, root });
    this.#keepers.set(root, keeper);
    return keeper;
  }
}
