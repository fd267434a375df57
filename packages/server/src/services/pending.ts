import { type RuleContext, ruleFiles, shellAt, smallestRules } from "@roo-code/host";
import type { OpenQuestion } from "@roo-code/host/tasks";
import { type Asked, reduceTaskView, type TaskId, type TaskSummary, waitsFor } from "@roo-code/types";
import type { PendingApproval, PendingQuestion } from "@roo-code/types/api";
import type { ServerParts } from "./server-parts.ts";

export interface PendingViews {
  readonly approvals: readonly PendingApproval[];
  readonly questions: readonly PendingQuestion[];
}

/** Open approvals and questions, of tasks in this process and in others. */
export class Pending {
  readonly #parts: ServerParts;

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  /** Everything open in this process. */
  all(): Promise<PendingViews> {
    return this.#views(this.#parts.questions.list());
  }

  /** What is open in a task and its subtasks. */
  async of(summary: TaskSummary): Promise<PendingViews> {
    return this.withOwn(summary, await this.#openQuestions(summary));
  }

  /** As `of`, with the open questions of an already folded log. */
  withOwn(summary: TaskSummary, open: readonly Asked[]): Promise<PendingViews> {
    const { taskId, parent, status } = summary;
    const agent = parent?.agent ?? "root";
    const own = status === "running" ? open.map((question) => ({ ...question, taskId, agent })) : [];
    return this.#views([...own, ...this.#below(summary)], summary);
  }

  /** What a task of this process or one of its subtasks waits for. */
  waitsFor(summary: TaskSummary): "approval" | "answer" | null {
    return waitsFor([...this.#ownHere(summary), ...this.#below(summary)]);
  }

  /** For tasks of other processes the log is read. */
  async #openQuestions(summary: TaskSummary): Promise<readonly Asked[]> {
    const { pool, host } = this.#parts;
    const { taskId, status } = summary;
    if (status !== "running") return [];
    return pool.sessionOf(taskId) ? this.#ownHere(summary) : reduceTaskView(await host.tasks.read(taskId)).asked;
  }

  #ownHere({ taskId }: TaskSummary): readonly OpenQuestion[] {
    return this.#parts.questions.list().filter((question) => question.taskId === taskId);
  }

  /** By the names of agents: `child-1.2` works for `child-1`, and all work for `root`. */
  #below({ taskId, parent }: TaskSummary): readonly OpenQuestion[] {
    const { questions, pool } = this.#parts;
    const root = pool.sessionOf(taskId)?.taskId;
    const prefix = parent ? `${parent.agent}.` : "";
    return questions
      .list()
      .filter(
        (question) =>
          question.taskId !== taskId &&
          question.agent.startsWith(prefix) &&
          pool.sessionOf(question.taskId)?.taskId === root,
      );
  }

  async #views(open: readonly OpenQuestion[], known?: TaskSummary): Promise<PendingViews> {
    const roots = new Map<TaskId, Promise<PendingApproval["task"]>>();
    const rootOf = (taskId: TaskId): Promise<PendingApproval["task"]> => {
      const root = this.#parts.pool.sessionOf(taskId)?.taskId ?? taskId;
      const found = roots.get(root) ?? this.#titleOf(root, known);
      roots.set(root, found);
      return found;
    };
    const approvals = open.flatMap((item) => (item.type === "approval.requested" ? [item] : []));
    const questions = open.flatMap((item) => (item.type === "question.requested" ? [item] : []));
    return {
      approvals: await Promise.all(
        approvals.map(async (request) => this.#approval(request, await rootOf(request.taskId), known)),
      ),
      questions: await Promise.all(
        questions.map(async ({ taskId, agent, callId, question, suggestions, at }) => {
          return { taskId, agent, task: await rootOf(taskId), callId, question, suggestions, at };
        }),
      ),
    };
  }

  async #approval(
    request: Extract<OpenQuestion, { type: "approval.requested" }>,
    task: PendingApproval["task"],
    known: TaskSummary | undefined,
  ): Promise<PendingApproval> {
    const { home, clock, pool } = this.#parts;
    const { taskId, agent, callId, name, subject, needs, why, at } = request;
    const context: RuleContext = { home, clock, root: pool.folderOf(taskId) ?? known?.cwd ?? home };
    const rules = await smallestRules(subject, { root: context.root, tool: name, shell: shellAt(context) });
    return {
      taskId,
      agent,
      task,
      callId,
      name,
      subject,
      needs,
      why,
      rules: [...rules],
      keptIn: ruleFiles(context),
      at,
    };
  }

  async #titleOf(taskId: TaskId, known: TaskSummary | undefined): Promise<PendingApproval["task"]> {
    if (known?.taskId === taskId) return { taskId, title: known.title };
    const title = await this.#parts.host.tasks.summarize(taskId).then(
      (summary) => summary.title,
      () => "",
    );
    return { taskId, title };
  }
}
