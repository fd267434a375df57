import { randomBytes } from "node:crypto";
import type { ApprovalAnswer, ServedTasks, TaskLook } from "@roo-code/mcp/serve";
import {
  effectiveEvents,
  type Op,
  type ProviderSettings,
  RooError,
  reduceTask,
  type Settings,
  type TaskEvent,
  type TaskId,
  type TaskStatus,
} from "@roo-code/types";
import type { Configuration } from "../configuration.ts";
import type { Host } from "../create-host.ts";
import { messageOp } from "../ipc/said-message.ts";
import { type OpenQuestion, OpenQuestions } from "../pool/open-questions.ts";
import { runFor } from "../pool/run-for.ts";
import { type Message, type PoolRun, TaskPool } from "../pool/task-pool.ts";
import type { TaskSession } from "../task-session.ts";

export interface FolderTasksParts {
  readonly host: Host;
  readonly workspace: string;
  /** What new runs talk to, and what the command line says of them. */
  readonly provider: Partial<ProviderSettings>;
  readonly settings: Settings;
  readonly log: (line: string) => void;
}

/** The tasks of one folder, worked on by this process for clients that answer what they ask. */
export class FolderTasks implements ServedTasks {
  readonly #parts: FolderTasksParts;
  readonly #pool: TaskPool;
  readonly #questions = new OpenQuestions();

  constructor(parts: FolderTasksParts) {
    this.#parts = parts;
    const onBroken = (taskId: TaskId, error: unknown): void => parts.log(`task ${taskId} broke: ${String(error)}`);
    this.#pool = new TaskPool({ host: parts.host, onBroken });
    this.#pool.observe(this.#questions.observe);
  }

  async start({ prompt, mode: asked }: { prompt: string; mode: string | undefined }): Promise<TaskId> {
    const { host, settings } = this.#parts;
    const program = asked === undefined ? settings : { ...settings, mode: asked };
    const configured = await this.#configure(program);
    const expanded = await host.expand(prompt, configured);
    const mode = program.mode ?? expanded?.mode;
    const configuration = mode === undefined ? configured : await this.#configure({ ...program, mode });
    const said = expanded ? { text: expanded.text, typed: prompt } : { text: prompt };
    const session = await this.#pool.start(this.#runIn(configuration), this.#message(said));
    return session.taskId;
  }

  async say(taskId: TaskId, text: string): Promise<void> {
    await this.#requireHere(taskId);
    const question = this.#questionsOf(taskId).find(({ type }) => type === "question.requested");
    if (question)
      return this.#pool.submit(
        { type: "question.answer", opId: newOpId(), callId: question.callId, answer: text },
        question.taskId,
      );
    const run = async (): Promise<PoolRun> => this.#runIn(await this.#configure(this.#parts.settings));
    await this.#pool.say(taskId, run, this.#message({ text }));
  }

  async switchMode(taskId: TaskId, { mode, reason }: { mode: string; reason: string }): Promise<void> {
    await this.#requireHere(taskId);
    const working = this.#pool.sessionOf(taskId);
    if (working) return requireRoot(working, taskId).switchMode(mode, reason);
    const run = this.#runIn(await this.#configure(this.#parts.settings));
    const session = await this.#parts.host.openTask(taskId, { ...run, observe: () => {} });
    try {
      await session.switchMode(mode, reason);
    } finally {
      await session.dispose();
    }
  }

  async answer(taskId: TaskId, { callId, decision, feedback }: ApprovalAnswer): Promise<void> {
    const op = { type: "approval.answer", opId: newOpId(), callId, decision } as const;
    await this.#pool.submit(feedback === undefined ? op : { ...op, feedback }, taskId);
  }

  async cancel(taskId: TaskId): Promise<void> {
    await this.#pool.submit({ type: "run.abort", opId: newOpId() }, taskId);
    await this.#pool.ended(taskId);
  }

  async look(taskId: TaskId): Promise<TaskLook> {
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
    await this.#requireHere(taskId);
    return this.#parts.host.tasks.read(taskId, afterSeq);
  }

  observe(listener: (taskId: TaskId) => void): () => void {
    return this.#pool.observe((item, { taskId }) => {
      if ("live" in item) return;
      const root = this.#pool.sessionOf(taskId)?.taskId;
      listener(taskId);
      if (root !== undefined && root !== taskId) listener(root);
      // How it stands is known for good once it is let go.
      if (item.type === "run.end") void this.#pool.ended(taskId).then(() => listener(taskId));
    });
  }

  /** Stops all, and waits for it. */
  drain(milliseconds: number): Promise<void> {
    return this.#pool.drain(newOpId(), milliseconds);
  }

  #configure(program: Settings): Promise<Configuration> {
    return this.#parts.host.configure(this.#parts.workspace, program);
  }

  #runIn(configuration: Configuration): PoolRun {
    const { provider, log } = this.#parts;
    return {
      ...runFor(configuration, {}),
      provider,
      notify: (notices) => {
        for (const { message } of notices) log(message);
      },
    };
  }

  #message(said: { text: string; typed?: string }): Message {
    const { log } = this.#parts;
    return (session) => messageOp({ ...said, images: [] }, { session, opId: newOpId(), log });
  }

  #questionsOf(taskId: TaskId): readonly OpenQuestion[] {
    const isBelow = (asker: TaskId): boolean => this.#pool.sessionOf(asker)?.taskId === taskId;
    return this.#questions.list().filter((question) => question.taskId === taskId || isBelow(question.taskId));
  }

  async #requireHere(taskId: TaskId): Promise<void> {
    if (!this.#pool.sessionOf(taskId)) await this.#readState(taskId);
  }

  /** Tasks of other folders are none of our clients' business. */
  async #readState(taskId: TaskId): Promise<TaskLook["state"]> {
    const { host, workspace } = this.#parts;
    const state = reduceTask(effectiveEvents(await host.tasks.read(taskId)));
    if (state.environment.cwd === workspace) return state;
    throw new RooError({
      code: "task_not_found",
      message: `There is no task ${taskId} in ${workspace}.`,
      next: "It belongs to another folder: serve that one with --cwd.",
    });
  }

  /** Another process may be at work, or have died at it. */
  async #statusElsewhere(taskId: TaskId): Promise<TaskStatus> {
    const found = (await this.#parts.host.tasks.list()).find((summary) => summary.taskId === taskId);
    return found?.status ?? "interrupted";
  }
}

function endOf(outcome: TaskLook["state"]["outcome"]): TaskStatus {
  return outcome?.status ?? "interrupted";
}

function requireRoot(session: TaskSession, taskId: TaskId): TaskSession {
  if (session.taskId === taskId) return session;
  const message = `The task ${taskId} works for ${session.taskId}, which has chosen its mode.`;
  throw new RooError({ code: "task_busy", message });
}

function newOpId(): Op["opId"] {
  return `mcp-${process.pid}-${randomBytes(8).toString("hex")}`;
}
