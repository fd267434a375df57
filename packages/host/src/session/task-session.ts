import type { Agent, TaskRecord } from "@roo-code/engine";
import {
  type BrowserAction,
  type BrowserView,
  type CleanupStack,
  type Op,
  RooError,
  type RunResult,
  type SubtaskOrder,
  type SubtaskOutcome,
  type TaskId,
  type TaskState,
} from "@roo-code/types";
import type { LocalWorkspace } from "@roo-code/workspace";
import type { HostContext } from "../host.ts";
import type { ComposedMessage, EditorPorts } from "../message/compose-message.ts";
import type { TaskParts } from "../parts/task-parts.ts";
import type { OpenedClient } from "../provider/open-client.ts";

interface SessionOptions extends Pick<HostContext, "clock" | "environment"> {
  readonly agent: Agent;
  readonly record: TaskRecord;
  readonly workspace: LocalWorkspace;
  readonly parts: TaskParts;
  /** Everything the task has open, including its log. Disposing never rejects. */
  readonly open: CleanupStack;
  readonly editor: EditorPorts | undefined;
  /** Recorded in the log when it runs. */
  readonly warnings: OpenedClient["warnings"];
}

/** A task that this process has locked. Ops go in; events come out through `observe`. */
export class TaskSession {
  readonly #options: SessionOptions;
  readonly #agent: Agent;
  readonly #parts: TaskParts;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#agent = options.agent;
    this.#parts = options.parts;
  }

  get taskId(): TaskId {
    return this.#options.record.taskId;
  }

  /** This task and its running subtasks, started by this run or an earlier one. */
  get running(): readonly TaskId[] {
    return [this.taskId, ...(this.#parts.subtasks?.running ?? [])];
  }

  /** The folded state of the task. Not to be changed. */
  get state(): Readonly<TaskState> {
    return this.#agent.state;
  }

  /** Switches to another mode. Resolves once it is on disk. Throws `ToolFailure` if there is no such mode. */
  switchMode(slug: string, reason = "chosen by the user"): Promise<void> {
    return this.#agent.switchMode(slug, reason);
  }

  /** Runs a subtask on behalf of a program, instead of running this task. Throws `ToolFailure` if it cannot be started. */
  delegate(order: SubtaskOrder): Promise<SubtaskOutcome> {
    return this.#agent.delegate(order);
  }

  /** The attachments of a message: its mentions and its environment. Throws only when the signal is aborted. */
  async compose(text: string, signal: AbortSignal): Promise<ComposedMessage> {
    const { composeMessage } = await import("../message/compose-message.ts");
    const { workspace, clock, environment, editor } = this.#options;
    const { state } = this.#agent;
    const isFirst = state.messages.length === 0 && state.waitingMessages.length === 0;
    return composeMessage(text, { workspace, now: clock.now(), environment, ...editor, state, isFirst, signal });
  }

  /** Submits an op to this task or one of its subtasks. */
  async submit(op: Op, taskId: TaskId = this.taskId): Promise<void> {
    if (taskId === this.taskId) return this.#agent.submit(op);
    if (await this.submitBelow(op, taskId)) return;
    throw new RooError({
      code: "task_not_found",
      message: `Task ${taskId} is not a running subtask of ${this.taskId}.`,
    });
  }

  /** False if there is no such running subtask. */
  async submitBelow(op: Op, taskId: TaskId): Promise<boolean> {
    return (await this.#parts.subtasks?.submit(op, taskId)) ?? false;
  }

  /** Runs to an outcome, then closes everything: connections, processes and log. To be called once. */
  async run(): Promise<RunResult> {
    try {
      const running = this.#agent.run();
      for (const warning of this.#options.warnings) this.#options.record.append({ type: "notice.added", ...warning });
      return await running;
    } finally {
      await this.dispose();
      await this.#parts.afterRun();
    }
  }

  /** Closes a session that never ran. May be called twice. */
  dispose(): Promise<void> {
    return this.#options.open.close();
  }

  /** Performs an action of the user in the task's browser. Throws `ToolFailure` as the browser does, `RooError` `no_browser`. */
  async actInBrowser(action: BrowserAction, signal: AbortSignal): Promise<BrowserView> {
    const { browser } = this.#parts;
    if (!browser) throw new RooError({ code: "no_browser", message: "The task has no browser." });
    return browser.performForUser(action, signal);
  }

  /** Kills the task's processes at once, for a process about to exit. The log is left as after a crash. */
  disposeNow(): void {
    this.#parts.disposeNow();
    this.#options.workspace.disposeNow();
  }
}
