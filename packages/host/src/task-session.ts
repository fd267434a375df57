import type { Agent } from "@roo-code/engine";
import type { ClosableClient } from "@roo-code/providers";
import {
  type BrowserAction,
  type BrowserView,
  type Op,
  RooError,
  type RunResult,
  type TaskId,
  type TaskState,
  type TaskWriter,
} from "@roo-code/types";
import type { LocalWorkspace } from "@roo-code/workspace";
import type { ConfigurationPlaces } from "./configuration.ts";
import type { Extensions } from "./extensions/open-extensions.ts";
import type { TaskMcp } from "./mcp/task-mcp.ts";
import type { ComposedMessage, EditorPorts } from "./message/compose-message.ts";
import type { OpenedClient } from "./open-client.ts";
import type { HeldPorts } from "./ports/tool-ports.ts";
import type { LocalSubtasks } from "./subtasks/local-subtasks.ts";
import type { HeldSnapshots } from "./undo/task-snapshots.ts";

/** A task that this process holds. Ops go in; events come out through `observe`. */
export class TaskSession {
  readonly #agent: Agent;
  readonly #notice: (notice: OpenedClient["warnings"][number]) => void;
  readonly #client: ClosableClient;
  readonly #writer: TaskWriter;
  readonly #workspace: LocalWorkspace;
  readonly #ports: HeldPorts;
  readonly #subtasks: LocalSubtasks | undefined;
  readonly #snapshots: HeldSnapshots | undefined;
  readonly #extensions: Extensions;
  readonly #mcp: TaskMcp | undefined;
  readonly #places: Pick<ConfigurationPlaces, "clock" | "environment">;
  readonly #editor: EditorPorts;
  readonly #warnings: OpenedClient["warnings"];
  readonly #afterRun: (() => Promise<void>) | undefined;

  constructor(parts: {
    agent: Agent;
    notice: (notice: OpenedClient["warnings"][number]) => void;
    client: ClosableClient;
    writer: TaskWriter;
    workspace: LocalWorkspace;
    ports: HeldPorts;
    subtasks: LocalSubtasks | undefined;
    snapshots: HeldSnapshots | undefined;
    extensions: Extensions;
    mcp: TaskMcp | undefined;
    places: Pick<ConfigurationPlaces, "clock" | "environment">;
    editor?: EditorPorts | undefined;
    /** For the log, once it runs. */
    warnings?: OpenedClient["warnings"];
    /** What is to be done with a finished run's log. Never rejects. */
    afterRun?: (() => Promise<void>) | undefined;
  }) {
    this.#agent = parts.agent;
    this.#notice = parts.notice;
    this.#client = parts.client;
    this.#writer = parts.writer;
    this.#workspace = parts.workspace;
    this.#ports = parts.ports;
    this.#subtasks = parts.subtasks;
    this.#snapshots = parts.snapshots;
    this.#extensions = parts.extensions;
    this.#mcp = parts.mcp;
    this.#places = parts.places;
    this.#editor = parts.editor ?? {};
    this.#warnings = parts.warnings ?? [];
    this.#afterRun = parts.afterRun;
  }

  get taskId(): TaskId {
    return this.#writer.taskId;
  }

  /** This task and, below it, those that work for it now, whether they were begun by this run or an earlier one. */
  get running(): readonly TaskId[] {
    return [this.taskId, ...(this.#subtasks?.running ?? [])];
  }

  /** What the task's events come to, now. Not to be changed. */
  get state(): Readonly<TaskState> {
    return this.#agent.state;
  }

  /** Goes on in another mode. On disk when it resolves. Throws `ToolFailure` when there is none such. */
  switchMode(slug: string, reason = "chosen by the user"): Promise<void> {
    return this.#agent.switchMode(slug, reason);
  }

  /** What goes along with a message: what it mentions and what is around it. Throws only when the signal is aborted. */
  async compose(text: string, signal: AbortSignal): Promise<ComposedMessage> {
    const { composeMessage } = await import("./message/compose-message.ts");
    const { state } = this.#agent;
    const isFirst = state.messages.length === 0 && state.waitingMessages.length === 0;
    const { clock, environment } = this.#places;
    const around = { workspace: this.#workspace, now: clock.now(), environment, ...this.#editor };
    return composeMessage(text, { ...around, state, isFirst, signal });
  }

  /** An op for this task, or for one of those that work for it. */
  async submit(op: Op, taskId: TaskId = this.taskId): Promise<void> {
    if (taskId === this.taskId) return this.#agent.submit(op);
    if (await this.submitBelow(op, taskId)) return;
    throw new RooError({ code: "task_not_found", message: `No task ${taskId} works for ${this.taskId} now.` });
  }

  /** False when no such task works for this one now. */
  async submitBelow(op: Op, taskId: TaskId): Promise<boolean> {
    return (await this.#subtasks?.submit(op, taskId)) ?? false;
  }

  /** Runs to an outcome, then lets everything go: its connections, processes and log. To be called once. */
  async run(): Promise<RunResult> {
    try {
      const running = this.#agent.run();
      for (const warning of this.#warnings) this.#notice(warning);
      return await running;
    } finally {
      await this.dispose();
      await this.#afterRun?.();
    }
  }

  /** For one that never ran. */
  async dispose(): Promise<void> {
    await this.#client.dispose();
    await this.#ports.dispose();
    await this.#extensions.dispose();
    await this.#mcp?.dispose();
    await this.#workspace.dispose();
    await this.#writer.close();
    await this.#snapshots?.dispose();
  }

  /** A person takes the task's browser over. Throws `ToolFailure` as the browser does, `RooError` `no_browser`. */
  async actInBrowser(action: BrowserAction, signal: AbortSignal): Promise<BrowserView> {
    const { browser } = this.#ports;
    if (!browser) throw new RooError({ code: "no_browser", message: "The task has no browser." });
    return browser.performForPerson(action, signal);
  }

  /** Ends the task's processes at once, for a caller that is about to exit. The log is left as a crash would leave it. */
  disposeNow(): void {
    this.#subtasks?.disposeNow();
    this.#extensions.disposeNow();
    this.#mcp?.disposeNow();
    this.#workspace.disposeNow();
  }
}
