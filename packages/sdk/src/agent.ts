import { type ImagePart, RooError } from "@roo-code/types";
import { type AgentEvent, EventFeed } from "./agent-events.ts";
import { type AgentOptions, checkOptions } from "./agent-options.ts";
import type { RunResult } from "./run-result.ts";
import type { AgentRuntime } from "./runtime/agent-runtime.ts";
import type { OutputOf, Schema } from "./schema.ts";
import { Tool } from "./tool.ts";

export interface RunOptions {
  readonly images?: readonly ImagePart[];
  /** Stops the run. If it had started, it resolves with the status `aborted` and can be resumed. */
  readonly signal?: AbortSignal;
}

export interface ForkOptions {
  /** The last event to copy (default: all). */
  readonly at?: number;
  /** Whether to undo what the task changed in files after that event (default: false). */
  readonly files?: boolean;
}

/**
 * Runs tasks: calls the model, executes the tools it calls, and repeats until it is done or a limit is reached. Any
 * number of runs at once. Nothing is loaded before the first run.
 */
export class Agent {
  /** @internal */
  protected readonly options: AgentOptions;
  readonly #tools = new Map<string, Tool>();
  readonly #feed = new EventFeed();
  #runtime: Promise<AgentRuntime> | undefined;
  #isDisposed = false;

  /** Throws `RooError` `bad_options`. */
  constructor(options: AgentOptions) {
    checkOptions(options);
    this.options = options;
    for (const tool of options.tools ?? []) this.addTool(tool);
  }

  /** For runs that start from now on; replaces a tool of the same name. */
  addTool(tool: Tool): void {
    if (!(tool instanceof Tool)) throw new RooError({ code: "bad_tool", message: "Create tools with defineTool." });
    this.#tools.set(tool.name, tool);
  }

  /**
   * Runs a new task to its end. Resolves however it ends; see `status`. With a schema, a completed run has an `output`
   * of that schema. Rejects with a `RooError` if it cannot start: `unknown_provider`, `missing_key`, `home_not_writable`, …
   */
  run<const Output extends Schema>(
    task: string,
    options: RunOptions & { readonly schema: Output },
  ): Promise<RunResult<OutputOf<Output>>>;
  run(task: string, options?: RunOptions): Promise<RunResult>;
  run(task: string, options: RunOptions & { readonly schema?: Schema } = {}): Promise<RunResult<unknown>> {
    return this.track((runtime) => runtime.run({ ...options, text: task }));
  }

  /** Continues a task, with a message or where it was interrupted. Rejects with `task_not_found`, `task_busy`, … */
  resume<const Output extends Schema>(
    taskId: string,
    message: string | undefined,
    options: RunOptions & { readonly schema: Output },
  ): Promise<RunResult<OutputOf<Output>>>;
  resume(taskId: string, message?: string, options?: RunOptions): Promise<RunResult>;
  resume(
    taskId: string,
    message?: string,
    options: RunOptions & { readonly schema?: Schema } = {},
  ): Promise<RunResult<unknown>> {
    return this.track((runtime) => runtime.run({ ...options, taskId, text: message }));
  }

  /** Sends a message to a running task, which the model reads with its next step. Rejects with `task_not_running`. */
  send(taskId: string, message: string): Promise<void> {
    return this.track((runtime) => runtime.send(taskId, message));
  }

  /** Creates a task from the events of another and resolves to its id, to be continued with `resume`. */
  fork(taskId: string, options: ForkOptions = {}): Promise<string> {
    return this.track((runtime) => runtime.fork(taskId, options));
  }

  /**
   * Everything that happens in the agent's runs and their subtasks: events of the log and live deltas. Ends when no run
   * is left; call it before the run it is for.
   */
  events(): AsyncIterableIterator<AgentEvent> {
    return this.#feed.read();
  }

  /** Stops all runs and waits for them; they can be resumed by another agent. The agent cannot be used afterwards. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await (await this.#runtime)?.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  /**
   * Called with every event, before those who read `events()`.
   * @internal
   */
  protected onEvent(_event: AgentEvent): void {}

  /**
   * Runs work with the opened runtime, and ends the events of an agent that has nothing left to do.
   * @internal
   */
  protected track<Value>(work: (runtime: AgentRuntime) => Promise<Value>): Promise<Value> {
    return this.#feed.during(async () => work(await this.#open()));
  }

  async #open(): Promise<AgentRuntime> {
    if (this.#isDisposed) throw new RooError({ code: "disposed", message: "The agent has been disposed." });
    this.#runtime ??= import("./runtime/agent-runtime.ts")
      .then(({ AgentRuntime: Runtime }) =>
        Runtime.open(this.options, {
          tools: () => [...this.#tools.values()],
          observe: (event) => {
            this.onEvent(event);
            this.#feed.push(event);
          },
        }),
      )
      .catch((error: unknown) => {
        this.#runtime = undefined;
        throw error;
      });
    return this.#runtime;
  }
}
