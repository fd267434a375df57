import {
  type ApprovalDecision,
  type ApprovalRule,
  type Clock,
  type ConfigurationNotice,
  type Op,
  RooError,
  type RunResult,
  type TaskId,
  type TaskSummary,
} from "@roo-code/types";
import type { RuleScope } from "../approvals/rule-keeper.ts";
import type { Host, RunOptions } from "../host.ts";
import type { TaskSession } from "../session/task-session.ts";
import type { Fork, ForkRequest } from "../undo/fork-task.ts";
import { messageOp, newOpId } from "./message-op.ts";
import { OpenQuestions } from "./open-questions.ts";
import { type PreparedOptions, prepareRun } from "./prepare-run.ts";
import type { StandingAnswers } from "./standing-answers.ts";
import type {
  BeginInput,
  DelegateInput,
  ForegroundInput,
  MessageInput,
  RunHooks,
  RunInput,
  SendInput,
} from "./task-input.ts";
import { type DelegatedWork, type Message, notRunning, TaskPool } from "./task-pool.ts";

export interface TasksParts extends Pick<RunOptions, "keepsModel" | "relay" | "warn"> {
  readonly host: Host;
  readonly home: string;
  readonly clock: Clock;
  /** A background run or an observer threw. Runs that end with a failure are not reported here. */
  readonly onBroken: (taskId: TaskId, error: unknown) => void;
  /** Receives notices about configuration before a run. */
  readonly notify?: ((notices: readonly ConfigurationNotice[], folder: string) => void) | undefined;
  /** Receives mentions of a message that could not be attached, with the reason. */
  readonly onMessageNotice?: ((notice: string, taskId: TaskId) => void) | undefined;
}

export interface ApprovalAnswer {
  readonly opId: string;
  readonly callId: string;
  readonly decision: ApprovalDecision;
  readonly feedback?: string | undefined;
  /** Rules to save, so that similar calls need no approval. */
  readonly rules?: readonly ApprovalRule[] | undefined;
  /** Where the rules apply: in this project, or everywhere (default: project). */
  readonly keepIn?: RuleScope | undefined;
}

/**
 * The entry point for every front door: terminal, server, socket, MCP. A door turns flags or frames into input and calls
 * this; configuration, slash commands, modes, limits and mentions are handled only here.
 */
export class Tasks {
  readonly #parts: TasksParts;
  /** The running tasks. */
  readonly pool: TaskPool;
  /** Open approvals and questions. */
  readonly questions = new OpenQuestions();
  #standing: Promise<StandingAnswers> | undefined;

  constructor(parts: TasksParts) {
    this.#parts = parts;
    this.pool = new TaskPool(parts);
    this.pool.observe(this.questions.observe);
  }

  /** Creates a task and runs it in the background. Resolves once its first message is on disk. */
  async begin(input: BeginInput, hooks: RunHooks = {}): Promise<TaskId> {
    if (input.taskId !== undefined && (await this.#exists(input.taskId))) return input.taskId;
    const { options, text } = await this.#prepare(input.cwd, input, hooks);
    const message = this.#message(input, text, hooks);
    const { taskId } = await this.pool.start({ options, message, onOpen: hooks.onOpen }, input.taskId);
    return taskId;
  }

  /**
   * Queues a message for a running task; resumes any other with it. Resolves once the message is on disk. Throws as
   * `resume` does, and `unknown_event` if `insteadOf` is not a message.
   */
  async send(taskId: TaskId, input: SendInput, hooks: RunHooks = {}): Promise<{ readonly isQueued: boolean }> {
    const cwd = await this.#folderOf(taskId);
    const { insteadOf, mode, opId, continues = true } = input;
    // A repeated message must not undo or switch the mode again.
    if ((insteadOf !== undefined || mode !== undefined) && opId !== undefined && (await this.#hasMessage(taskId, opId)))
      return { isQueued: this.pool.sessionOf(taskId) !== undefined };
    const { options, text } = await this.#prepare(cwd, input, hooks);
    if (insteadOf !== undefined) await this.#undoFrom(taskId, insteadOf);
    const message = this.#message(input, text, hooks);
    return this.pool.send(taskId, { options, message, onOpen: hooks.onOpen, continues });
  }

  /** Resumes a task. Throws `task_not_found`, `task_busy` if another process is running it, `is_subtask`, `is_workflow`. */
  async resume(taskId: TaskId, input: RunInput = {}, hooks: RunHooks = {}): Promise<void> {
    const { options } = await this.#prepare(await this.#folderOf(taskId), input, hooks);
    await this.pool.resume(taskId, { options, onOpen: hooks.onOpen });
  }

  /** Creates or resumes a task and resolves to its result. Rejects if the run threw. */
  async run(input: ForegroundInput, hooks: RunHooks = {}): Promise<RunResult> {
    const { taskId, text: typed } = input;
    const own = taskId === undefined ? input.cwd : await this.#folderOf(taskId);
    const { options, text } = await this.#prepare(input.cwd ?? own, input, hooks);
    const message = typed === undefined ? undefined : this.#message({ ...input, text: typed }, text, hooks);
    const onOpen: RunHooks["onOpen"] = async (session) => {
      await hooks.onOpen?.(session);
      if (taskId !== undefined && input.condense) await session.submit({ type: "context.condense", opId: newOpId() });
    };
    return this.pool.run({ options, message, onOpen }, taskId);
  }

  /** Runs a subtask of a task, or of a new one, on behalf of a program. Throws as `resume` does, and `ToolFailure`. */
  async delegate(input: DelegateInput, hooks: RunHooks = {}): Promise<DelegatedWork> {
    const { taskId, order } = input;
    const cwd = taskId === undefined ? input.cwd : await this.#folderOf(taskId);
    const { options } = await this.#prepare(cwd, input, hooks);
    return this.pool.delegate({ options, onOpen: hooks.onOpen }, order, taskId);
  }

  /** Submits any op except messages and answers with rules. Throws `task_not_running`, `not_pending`. */
  submit(op: Exclude<Op, { type: "message.send" }>, taskId: TaskId): Promise<void> {
    return this.pool.submit(op, taskId);
  }

  /** Answers an approval request, once or with standing rules. Throws `task_not_running`, `not_pending`. */
  async answer(taskId: TaskId, answer: ApprovalAnswer): Promise<void> {
    const { opId, callId, decision, feedback, rules = [], keepIn = "project" } = answer;
    const session = this.pool.sessionOf(taskId);
    if (!session) throw notRunning(taskId);
    if (rules.length > 0 && this.questions.find(taskId, callId))
      await (await this.#standingAnswers()).keep(taskId, rules, { scope: keepIn, except: callId });
    await session.submit({ type: "approval.answer", opId, callId, decision, feedback: feedback || undefined }, taskId);
  }

  /** Switches the mode of a task, running or not. Throws `task_busy` for a running subtask. */
  async switchMode(
    taskId: TaskId,
    { mode, reason, ...input }: RunInput & { readonly mode: string; readonly reason: string },
  ): Promise<void> {
    const running = this.pool.sessionOf(taskId);
    if (running) return requireOwn(running, taskId).switchMode(mode, reason);
    const { options } = await this.#prepare(await this.#folderOf(taskId), input, {});
    const session = await this.#parts.host.openTask(taskId, { ...options, observe: () => {} });
    try {
      await session.switchMode(mode, reason);
    } finally {
      await session.dispose();
    }
  }

  /** Requests a run to stop; `pool.ended` resolves when it has. Throws `task_not_running`. */
  stop(taskId: TaskId, opId = newOpId()): Promise<void> {
    return this.pool.submit({ type: "run.abort", opId }, taskId);
  }

  /** Creates a task from the first events of another. Throws what `forkTask` throws. */
  async fork(request: ForkRequest): Promise<Fork> {
    const { forkTask } = await import("../undo/fork-task.ts");
    return forkTask(this.#undoContext, request);
  }

  /** Accepts no more runs, stops all running ones and waits for them. They can be resumed later. */
  drain(milliseconds: number): Promise<void> {
    return this.pool.drain(newOpId(), milliseconds);
  }

  async #prepare(
    cwd: string,
    input: RunInput & { readonly text?: string | undefined },
    { onConfigured }: RunHooks,
  ): Promise<{ readonly options: PreparedOptions; readonly text: string | undefined }> {
    const { host, keepsModel, relay, warn, notify } = this.#parts;
    const { options, text } = await prepareRun(host, cwd, input);
    const { configuration } = options;
    await onConfigured?.(configuration);
    return {
      text,
      options: {
        ...options,
        keepsModel,
        relay,
        warn,
        notify: (notices) => notify?.(notices, configuration.workspace),
      },
    };
  }

  #message(
    input: Pick<MessageInput, "text" | "images" | "opId">,
    expanded: string | undefined,
    hooks: RunHooks,
  ): Message {
    const { text: typed, images = [], opId = newOpId() } = input;
    return (session) =>
      messageOp({ opId, text: expanded ?? typed, typed, images }, session, {
        signal: hooks.signal,
        onNotice: (notice) => this.#parts.onMessageNotice?.(notice, session.taskId),
      });
  }

  /** The folder of a task. Throws for a task that is not running here and cannot be resumed by itself. */
  async #folderOf(taskId: TaskId): Promise<string> {
    const folder = this.pool.folderOf(taskId);
    if (folder !== undefined) return folder;
    const summary = await this.#parts.host.tasks.summarize(taskId);
    refuseToResume(summary);
    return summary.cwd;
  }

  async #exists(taskId: TaskId): Promise<boolean> {
    return this.#parts.host.tasks.summarize(taskId).then(
      () => true,
      () => false,
    );
  }

  async #hasMessage(taskId: TaskId, opId: string): Promise<boolean> {
    const events = await this.#parts.host.tasks.read(taskId);
    return events.some((event) => event.type === "message.added" && event.opId === opId);
  }

  /** Undoes a message and everything after it, so that it can be replaced. */
  async #undoFrom(taskId: TaskId, seq: number): Promise<void> {
    const events = await this.#parts.host.tasks.read(taskId);
    if (events[seq - 1]?.type !== "message.added") throw noMessage(seq);
    await this.stop(taskId).catch(() => undefined);
    await this.pool.ended(taskId);
    const { restoreTo } = await import("../undo/restore-to.ts");
    await restoreTo(this.#undoContext, { taskId, seq: seq - 1, conversation: true }).catch(async (error: unknown) => {
      // Without git there are no snapshots: only the conversation is rewound.
      if (!(error instanceof RooError) || error.code !== "git_not_found") throw error;
      const { rewindConversation } = await import("../undo/undo-task.ts");
      await rewindConversation(this.#undoContext, { taskId, seq: seq - 1 });
    });
  }

  get #undoContext() {
    const { home, clock, host } = this.#parts;
    return { home, clock, tasks: host.tasks };
  }

  /** Created with the first saved rule; from then on it observes approval requests. */
  #standingAnswers(): Promise<StandingAnswers> {
    this.#standing ??= import("./standing-answers.ts").then(({ StandingAnswers: Standing }) => {
      const standing = new Standing({ ...this.#parts, pool: this.pool, questions: this.questions });
      this.pool.observe(standing.observe);
      return standing;
    });
    return this.#standing;
  }
}

function refuseToResume({ parent, mode, taskId }: TaskSummary): void {
  if (parent)
    throw new RooError({
      code: "is_subtask",
      message: `Task ${taskId} is a subtask of ${parent.taskId} and continues with it.`,
      next: `Resume that task: roo tasks resume ${parent.taskId}`,
    });
  if (mode === "workflow")
    throw new RooError({
      code: "is_workflow",
      message: `Task ${taskId} is a workflow: it follows its plan and takes no messages.`,
      next: `Resume it with: roo workflow resume ${taskId}`,
    });
}

function requireOwn(session: TaskSession, taskId: TaskId): TaskSession {
  if (session.taskId === taskId) return session;
  throw new RooError({
    code: "task_busy",
    message: `Task ${taskId} is a subtask of ${session.taskId}, which chose its mode.`,
  });
}

function noMessage(seq: number): RooError {
  return new RooError({ code: "unknown_event", message: `Event ${seq} is not a message and cannot be replaced.` });
}
