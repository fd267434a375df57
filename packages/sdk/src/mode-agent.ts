import { Agent, type RunOptions } from "./agent.ts";
import type { AgentEvent } from "./agent-events.ts";
import type { AgentOptions } from "./agent-options.ts";
import { ModeOrchestrator } from "./mode-orchestrator.ts";
import type { RunResult } from "./run-result.ts";
import type { AgentRuntime } from "./runtime/agent-runtime.ts";
import type { OutputOf, Schema } from "./schema.ts";

/** An agent with one task, which every `run` continues: in its mode, with its history and its subtasks. */
export class ModeAgent extends Agent {
  /** The modes, and all tasks of the agent's storage. */
  readonly orchestrator: ModeOrchestrator;
  #taskId: string | undefined;
  #mode: string;

  /** Throws `RooError` `bad_options`. */
  constructor(options: AgentOptions) {
    super(options);
    this.#mode = options.mode ?? "code";
    this.orchestrator = new ModeOrchestrator({ track: (work) => this.track(work) });
  }

  /** The current mode. The model may switch it. */
  get mode(): string {
    return this.#mode;
  }

  /** Set once the task has started. */
  get taskId(): string | undefined {
    return this.#taskId;
  }

  /** Starts the task, or sends it another message. */
  override run<const Output extends Schema>(
    task: string,
    options: RunOptions & { readonly schema: Output },
  ): Promise<RunResult<OutputOf<Output>>>;
  override run(task: string, options?: RunOptions): Promise<RunResult>;
  override run(task: string, options: RunOptions & { readonly schema?: Schema } = {}): Promise<RunResult<unknown>> {
    const taskId = this.#taskId;
    const mode = taskId === undefined ? this.#mode : undefined;
    return this.track((runtime) => runtime.run({ ...options, text: task, taskId, mode }));
  }

  /** Switches the mode of the task, running or not. Rejects with `unknown_mode`. */
  async switchMode(mode: string, reason = "chosen by the program"): Promise<void> {
    const taskId = this.#taskId;
    await this.track(async (runtime) => {
      if (taskId === undefined) await runtime.requireMode(mode);
      else await runtime.switchMode(taskId, mode, reason);
    });
    this.#mode = mode;
  }

  /**
   * Runs a subtask to its end, with its own history and never with more rights than this task has. Not while the task
   * itself is running. Rejects with `unknown_mode`, `task_busy`.
   */
  async createSubtask(
    { mode, message }: { readonly mode: string; readonly message: string },
    { signal }: Pick<RunOptions, "signal"> = {},
  ): Promise<RunResult> {
    const delegate = (runtime: AgentRuntime) =>
      runtime.delegate({ taskId: this.#taskId, parentMode: this.#mode, mode, message, signal });
    const { taskId, result } = await this.track(delegate);
    this.#taskId = taskId;
    return result;
  }

  /** @internal */
  protected override onEvent(event: AgentEvent): void {
    if (event.from.agent !== "root" || "live" in event) return;
    if (event.type === "task.start") this.#taskId = event.from.taskId;
    if (event.type === "mode.start" && event.from.taskId === this.#taskId) this.#mode = event.mode;
  }
}
