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
import { messageOp } from "./message-op.ts";
import { newOpId } from "./op-id.ts";
import { OpenQuestions } from "./open-questions.ts";
import { type PreparedOptions, prepareRun } from "./prepare-run.ts";
import type { StandingAnswers } from "./standing-answers.ts";
import type { BeginInput, ForegroundInput, MessageInput, RunHooks, RunInput, SayInput } from "./task-input.ts";
import { type Message, notRunning, TaskPool } from "./task-pool.ts";

export interface TasksParts extends Pick<RunOptions, "keepsModel" | "relay" | "warn"> {
  readonly host: Host;
  readonly home: string;
  readonly clock: Clock;
  /** A run in the background, or an observer, threw. A run that merely ended badly says so in its log. */
  readonly onBroken: (taskId: TaskId, error: unknown) => void;
  /** What a person should know about rules and modes before a run. */
  readonly notify?: ((notices: readonly ConfigurationNotice[], folder: string) => void) | undefined;
  /** What a message mentions and could not be attached, and why. */
  readonly onMessageNotice?: ((notice: string, taskId: TaskId) => void) | undefined;
}

export interface ApprovalAnswer {
  readonly opId: string;
  readonly callId: string;
  readonly decision: ApprovalDecision;
  readonly feedback?: string | undefined;
  /** Rules to keep, so that the like is not asked again. */
  readonly rules?: readonly ApprovalRule[] | undefined;
  /** Where the rules apply: in this project, or everywhere (default: project). */
  readonly keepIn?: RuleScope | undefined;
}

/**
 * The one way into tasks for every front door: terminal, server, socket, MCP. A door turns flags or frames into input
 * and calls this; configuration, slash commands, modes, limits and mentions are handled here alone.
 */
export class Tasks {
  readonly #parts: TasksParts;
  /** What runs now. */
  readonly pool: TaskPool;
  /** What people are asked now. */
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
   * A running task reads it when it can; any other is continued with it. Resolves once it is on disk. Throws what
   * `resume` throws, and `unknown_event` for an `insteadOf` that is no message.
   */
  async say(taskId: TaskId, input: SayInput, hooks: RunHooks = {}): Promise<{ readonly isQueued: boolean }> {
    const cwd = await this.#folderOf(taskId);
    const { insteadOf, mode, opId, continues = true } = input;
    // An undo or a switch of the mode must not happen again with a repeated message.
    if ((insteadOf !== undefined || mode !== undefined) && opId !== undefined && (await this.#wasSaid(taskId, opId)))
      return { isQueued: this.pool.sessionOf(taskId) !== undefined };
    const { options, text } = await this.#prepare(cwd, input, hooks);
    if (insteadOf !== undefined) await this.#undoFrom(taskId, insteadOf);
    const message = this.#message(input, text, hooks);
    return this.pool.say(taskId, { options, message, onOpen: hooks.onOpen, continues });
  }

  /** Continues a task. Throws `task_not_found`, `task_busy` where another process works on it, `is_subtask`, `is_workflow`. */
  async resume(taskId: TaskId, input: RunInput = {}, hooks: RunHooks = {}): Promise<void> {
    const { options } = await this.#prepare(await this.#folderOf(taskId), input, hooks);
    await this.pool.resume(taskId, { options, onOpen: hooks.onOpen });
  }

  /** Creates or continues a task and resolves with what came of it. Rejects where the run broke. */
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

  /** Any op that is neither a message nor an answer with rules. Throws `task_not_running`, `not_pending`. */
  submit(op: Exclude<Op, { type: "message.send" }>, taskId: TaskId): Promise<void> {
    return this.pool.submit(op, taskId);
  }

  /** Allows or denies, once or from now on. Throws `task_not_running`, `not_pending`. */
  async answer(taskId: TaskId, answer: ApprovalAnswer): Promise<void> {
    const { opId, callId, decision, feedback, rules = [], keepIn = "project" } = answer;
    const session = this.pool.sessionOf(taskId);
    if (!session) throw notRunning(taskId);
    if (rules.length > 0 && this.questions.find(taskId, callId))
      await (await this.#standingAnswers()).keep(taskId, rules, { scope: keepIn, except: callId });
    await session.submit({ type: "approval.answer", opId, callId, decision, feedback: feedback || undefined }, taskId);
  }

  /** Switches a task's mode, whether it runs or not. Throws `task_busy` for a running subtask. */
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

  /** Asks a run to stop; `pool.ended` resolves when it has. Throws `task_not_running`. */
  stop(taskId: TaskId, opId = newOpId()): Promise<void> {
    return this.pool.submit({ type: "run.abort", opId }, taskId);
  }

  /** A new task with the beginning of another. Throws what `forkTask` throws. */
  async fork(request: ForkRequest): Promise<Fork> {
    const { forkTask } = await import("../undo/fork-task.ts");
    return forkTask(this.#undoPlaces, request);
  }

  /** Accepts nothing more, asks all runs to stop, and waits; what is left then can be resumed later. */
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
        ...(keepsModel !== undefined && { keepsModel }),
        ...(relay && { relay }),
        ...(warn && { warn }),
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

  /** Where a task works. Throws for one that does not run here and cannot be continued on its own. */
  async #folderOf(taskId: TaskId): Promise<string> {
    const folder = this.pool.folderOf(taskId);
    if (folder !== undefined) return folder;
    const summary = await this.#parts.host.tasks.summarize(taskId);
    refuseToContinue(summary);
    return summary.cwd;
  }

  async #exists(taskId: TaskId): Promise<boolean> {
    return this.#parts.host.tasks.summarize(taskId).then(
      () => true,
      () => false,
    );
  }

  async #wasSaid(taskId: TaskId, opId: string): Promise<boolean> {
    const events = await this.#parts.host.tasks.read(taskId);
    return events.some((event) => event.type === "message.added" && event.opId === opId);
  }

  /** Undoes everything that came of a message, so that something else can be said in its place. */
  async #undoFrom(taskId: TaskId, seq: number): Promise<void> {
    const events = await this.#parts.host.tasks.read(taskId);
    if (events[seq - 1]?.type !== "message.added") throw noMessage(seq);
    await this.stop(taskId).catch(() => undefined);
    await this.pool.ended(taskId);
    const { restoreTo } = await import("../undo/restore-to.ts");
    await restoreTo(this.#undoPlaces, { taskId, seq: seq - 1, conversation: true }).catch(async (error: unknown) => {
      // Without git no files were kept: the conversation is rewound all the same.
      if (!(error instanceof RooError) || error.code !== "git_not_found") throw error;
      const { rewindConversation } = await import("../undo/undo-task.ts");
      await rewindConversation(this.#undoPlaces, { taskId, seq: seq - 1 });
    });
  }

  get #undoPlaces() {
    const { home, clock, host } = this.#parts;
    return { home, clock, tasks: host.tasks };
  }

  /** Made with the first rule that is kept; from then on it watches what is asked. */
  #standingAnswers(): Promise<StandingAnswers> {
    this.#standing ??= import("./standing-answers.ts").then(({ StandingAnswers: Standing }) => {
      const standing = new Standing({ ...this.#parts, pool: this.pool, questions: this.questions });
      this.pool.observe(standing.observe);
      return standing;
    });
    return this.#standing;
  }
}

function refuseToContinue({ parent, mode, taskId }: TaskSummary): void {
  if (parent)
    throw new RooError({
      code: "is_subtask",
      message: `Task ${taskId} is a subtask of ${parent.taskId} and continues with it.`,
      next: `Continue that one: roo tasks resume ${parent.taskId}`,
    });
  if (mode === "workflow")
    throw new RooError({
      code: "is_workflow",
      message: `Task ${taskId} is a workflow: it follows its plan and takes no messages.`,
      next: `Continue it with: roo workflow resume ${taskId}`,
    });
}

function requireOwn(session: TaskSession, taskId: TaskId): TaskSession {
  if (session.taskId === taskId) return session;
  throw new RooError({
    code: "task_busy",
    message: `Task ${taskId} is a subtask of ${session.taskId}, which has chosen its mode.`,
  });
}

function noMessage(seq: number): RooError {
  return new RooError({ code: "unknown_event", message: `Event ${seq} is not a message and cannot be replaced.` });
}
