import type { Mode, TaskStatus } from "@roo-code/types";
import type { RunOptions } from "./agent.ts";
import { type AgentOptions, checkOptions } from "./agent-options.ts";
import type { RunResult } from "./run-result.ts";
import type { AgentRuntime } from "./runtime/agent-runtime.ts";
import type { Tool } from "./tool.ts";

/** A stored task. */
export interface TaskInfo {
  readonly taskId: string;
  readonly status: TaskStatus;
  /** The first line of its first message. */
  readonly title: string;
  readonly cwd: string;
  /** The mode it started in. */
  readonly mode: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly events: number;
  readonly parentTaskId: string | undefined;
  readonly childTaskIds: readonly string[];
}

export interface CreateTaskOptions extends Pick<RunOptions, "signal"> {
  readonly mode: string;
  readonly message: string;
  /** The task becomes a subtask of this one, which must not be running. */
  readonly parentTaskId?: string;
}

type Track = <Value>(work: (runtime: AgentRuntime) => Promise<Value>) => Promise<Value>;

/** Modes and tasks: what a mode allows, tasks in modes, their parents and children. */
export class ModeOrchestrator {
  readonly #track: Track;

  /** Throws `RooError` `bad_options`. */
  constructor(options: AgentOptions);
  /** @internal */
  constructor(options: { readonly track: Track });
  constructor(options: AgentOptions | { readonly track: Track }) {
    this.#track = "track" in options ? options.track : ownRuntime(options);
  }

  /** The built-in modes and those of the program; with `loadConfiguration`, also those in files. */
  modes(): Promise<readonly Mode[]> {
    return this.#track((runtime) => runtime.modes());
  }

  /** Throws `RooError` `unknown_mode`. */
  mode(slug: string): Promise<Mode> {
    return this.#track((runtime) => runtime.requireMode(slug));
  }

  /** Why a mode does not allow a built-in tool, or the file it would edit; undefined if it does. */
  validateToolUse(mode: string, tool: string, path?: string): Promise<string | undefined> {
    return this.#track((runtime) => runtime.whyNotAllowed(mode, { tool, path }));
  }

  /** Runs a task in a mode to its end. */
  createTask({ mode, message, parentTaskId, signal }: CreateTaskOptions): Promise<RunResult> {
    return this.#track(async (runtime) => {
      if (parentTaskId === undefined) return runtime.run({ text: message, mode, signal });
      return (await runtime.delegate({ taskId: parentTaskId, mode, message, signal })).result;
    });
  }

  /** Switches the mode of a task, running or not. Throws `RooError` `unknown_mode`, `task_not_found`. */
  switchMode(taskId: string, mode: string, reason = "chosen by the program"): Promise<void> {
    return this.#track((runtime) => runtime.switchMode(taskId, mode, reason));
  }

  /** All tasks in the storage, newest first. */
  tasks(): Promise<readonly TaskInfo[]> {
    return this.#track((runtime) => runtime.list());
  }
}

function ownRuntime(options: AgentOptions): Track {
  checkOptions(options);
  let opened: Promise<AgentRuntime> | undefined;
  const tools: readonly Tool[] = [...(options.tools ?? [])];
  return async (work) => {
    opened ??= import("./runtime/agent-runtime.ts").then(({ AgentRuntime: Runtime }) =>
      Runtime.open(options, { tools: () => tools, observe: () => undefined }),
    );
    return work(await opened);
  };
}
