import type { ApprovalRule, Clock, LiveDelta, TaskEvent, TaskId } from "@roo-code/types";
import { createRuleKeeper, type RuleKeeper, type RuleScope } from "../approvals/rule-keeper.ts";
import type { TaskSource } from "../subtasks/local-subtasks.ts";
import type { OpenQuestion, OpenQuestions } from "./open-questions.ts";
import type { TaskPool } from "./task-pool.ts";

export interface StandingAnswersParts {
  readonly pool: TaskPool;
  readonly questions: OpenQuestions;
  readonly home: string;
  readonly clock: Clock;
  readonly newOpId: () => string;
}

/** "Always": rules that a person made of an answer also answer what tasks that run already ask from then on. */
export class StandingAnswers {
  readonly #parts: StandingAnswersParts;
  /** By folder: a rule is about files and commands there. */
  readonly #keepers = new Map<string, RuleKeeper>();

  constructor(parts: StandingAnswersParts) {
    this.#parts = parts;
  }

  readonly observe = (item: TaskEvent | LiveDelta, source: TaskSource): void => {
    if (item.type === "approval.requested") void this.#answer({ ...item, ...source });
  };

  /** The smallest rules that would cover a question. */
  async propose(question: OpenQuestion): Promise<readonly ApprovalRule[]> {
    if (question.type !== "approval.requested") return [];
    return (await this.#keeperOf(question.taskId)?.propose(question.name, question.subject)) ?? [];
  }

  async keep(taskId: TaskId, rules: readonly ApprovalRule[], scope: RuleScope): Promise<void> {
    await this.#keeperOf(taskId)?.keep(rules, scope);
    for (const question of this.#parts.questions.list()) await this.#answer(question);
  }

  async #answer(question: OpenQuestion): Promise<void> {
    if (question.type !== "approval.requested") return;
    const { taskId, callId, name, subject } = question;
    const isAllowed = await this.#keeperOf(taskId)?.allows(name, subject);
    if (!isAllowed) return;
    const op = { type: "approval.answer", opId: this.#parts.newOpId(), callId, decision: "allow" } as const;
    // Somebody may have been faster.
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
