import type { ApprovalAnswer, ServedTasks, TaskOverview } from "@roo-code/mcp/serve";
import {
  type Clock,
  effectiveEvents,
  type ProviderSettings,
  RooError,
  reduceTask,
  type Settings,
  type TaskEvent,
  type TaskId,
  type TaskStatus,
} from "@roo-code/types";
import type { Host } from "../host.ts";
import { newOpId } from "../tasks/message-op.ts";
import type { OpenQuestion } from "../tasks/open-questions.ts";
import type { RunInput } from "../tasks/task-input.ts";
import type { TaskPool } from "../tasks/task-pool.ts";
import { Tasks } from "../tasks/tasks.ts";

interface FolderTasksParts {
  readonly host: Host;
  readonly home: string;
  readonly clock: Clock;
  readonly workspace: string;
  /** Provider and settings from the command line. */
  readonly provider: Partial<ProviderSettings>;
  readonly settings: Settings;
  readonly log: (line: string) => void;
}

/** The tasks of one folder, run by this process for MCP clients, which answer their questions. */
export class FolderTasks implements ServedTasks {
  readonly #parts: FolderTasksParts;
  readonly #tasks: Tasks;

  constructor(parts: FolderTasksParts) {
    this.#parts = parts;
    const { log } = parts;
    this.#tasks = new Tasks({
      ...parts,
      notify: (notices) => notices.forEach(({ message }) => log(message)),
      onMessageNotice: log,
      onBroken: (taskId, error) => log(`task ${taskId} failed: ${String(error)}`),
    });
  }

  start({ prompt: text, mode }: { prompt: string; mode: string | undefined }): Promise<TaskId> {
    const { workspace: cwd, provider, settings } = this.#parts;
    return this.#tasks.begin({ cwd, text, mode, provider, settings });
  }

  async say(taskId: TaskId, text: string): Promise<void> {
    await this.#requireInFolder(taskId);
    const question = this.#questionsOf(taskId).find(({ type }) => type === "question.requested");
    if (question) {
      const { callId } = question;
      return this.#tasks.submit({ type: "question.answer", opId: newOpId(), callId, answer: text }, question.taskId);
    }
    await this.#tasks.send(taskId, { text, ...this.#input });
  }

  async switchMode(taskId: TaskId, { mode, reason }: { mode: string; reason: string }): Promise<void> {
    await this.#requireInFolder(taskId);
    await this.#tasks.switchMode(taskId, { mode, reason, ...this.#input });
  }

  answer(taskId: TaskId, answer: ApprovalAnswer): Promise<void> {
    return this.#tasks.answer(taskId, { opId: newOpId(), ...answer });
  }

  async cancel(taskId: TaskId): Promise<void> {
    await this.#tasks.stop(taskId);
    await this.#pool.ended(taskId);
  }

  async overview(taskId: TaskId): Promise<TaskOverview> {
    const session = this.#pool.sessionOf(taskId);
    const state = session?.taskId === taskId ? session.state : await this.#readState(taskId);
    if (session) {
      const { outcome } = state;
      const hasEnded = outcome !== undefined && outcome.seq === state.lastSeq;
      return { state, status: hasEnded ? outcome.status : "running", questions: this.#questionsOf(taskId) };
    }
    return { state, status: state.run ? await this.#statusElsewhere(taskId) : endOf(state.outcome), questions: [] };
  }

  async events(taskId: TaskId, afterSeq: number): Promise<readonly TaskEvent[]> {
    await this.#requireInFolder(taskId);
    return this.#parts.host.tasks.read(taskId, { afterSeq });
  }

  observe(listener: (taskId: TaskId) => void): () => void {
    return this.#pool.observe((item, { taskId }) => {
      if ("live" in item) return;
      const root = this.#pool.sessionOf(taskId)?.taskId;
      listener(taskId);
      if (root !== undefined && root !== taskId) listener(root);
      // The status is final only once the run has been released.
      if (item.type === "run.end") void this.#pool.ended(taskId).then(() => listener(taskId));
    });
  }

  /** Stops all tasks and waits for them. */
  drain(milliseconds: number): Promise<void> {
    return this.#tasks.drain(milliseconds);
  }

  get #pool(): TaskPool {
    return this.#tasks.pool;
  }

  /** For tasks that continue, in their own mode. */
  get #input(): RunInput {
    const { provider, settings } = this.#parts;
    const { mode: _, ...others } = settings;
    return { provider, settings: others };
  }

  #questionsOf(taskId: TaskId): readonly OpenQuestion[] {
    const isSubtask = (id: TaskId): boolean => this.#pool.sessionOf(id)?.taskId === taskId;
    return this.#tasks.questions.list().filter((question) => question.taskId === taskId || isSubtask(question.taskId));
  }

  async #requireInFolder(taskId: TaskId): Promise<void> {
    if (!this.#pool.sessionOf(taskId)) await this.#readState(taskId);
  }

  /** Throws `task_not_found` for tasks of other folders, which clients may not see. */
  async #readState(taskId: TaskId): Promise<TaskOverview["state"]> {
    const { host, workspace } = this.#parts;
    const state = reduceTask(effectiveEvents(await host.tasks.read(taskId)));
    if (state.environment.cwd === workspace) return state;
    throw new RooError({
      code: "task_not_found",
      message: `There is no task ${taskId} in ${workspace}.`,
      next: "It belongs to another folder: serve that folder with --cwd.",
    });
  }

  /** Another process may be running it, or may have crashed. */
  async #statusElsewhere(taskId: TaskId): Promise<TaskStatus> {
    const found = (await this.#parts.host.tasks.list()).find((summary) => summary.taskId === taskId);
    return found?.status ?? "interrupted";
  }
}

function endOf(outcome: TaskOverview["state"]["outcome"]): TaskStatus {
  return outcome?.status ?? "interrupted";
}
