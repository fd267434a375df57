import { type ModeWithOrigin, type PartFactory, requireMode } from "@roo-code/host";
import { type RunHooks, Tasks } from "@roo-code/host/tasks";
import {
  type ImagePart,
  type Mode,
  RooError,
  type TaskId,
  type RunResult as TaskResult,
  type TaskSummary,
  ToolFailure,
} from "@roo-code/types";
import type { ForkOptions } from "../agent.ts";
import type { AgentEvent } from "../agent-events.ts";
import { type AgentOptions, defaultIterations } from "../agent-options.ts";
import type { TaskInfo } from "../mode-orchestrator.ts";
import type { RunResult } from "../run-result.ts";
import type { Schema } from "../schema.ts";
import type { Tool } from "../tool.ts";
import { Attendant } from "./attendant.ts";
import { type Door, openDoor } from "./door.ts";
import { adviseProgram, withOptionNames } from "./option-names.ts";
import { outputOf, outputPart } from "./output-part.ts";
import { anyOf, refuseAborted, requireTaskId, requireText } from "./requirements.ts";

export interface RuntimeParts {
  /** The tools at the time of a run. */
  readonly tools: () => readonly Tool[];
  readonly observe: (event: AgentEvent) => void;
}

export interface RunRequest {
  readonly text?: string | undefined;
  /** The task to continue. */
  readonly taskId?: string | undefined;
  readonly mode?: string | undefined;
  readonly images?: readonly ImagePart[] | undefined;
  readonly schema?: Schema | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface DelegateRequest {
  /** The parent; a new task if absent. */
  readonly taskId?: string | undefined;
  /** The mode of a new parent. */
  readonly parentMode?: string | undefined;
  readonly mode: string;
  readonly message: string;
  readonly signal?: AbortSignal | undefined;
}

interface Delegated {
  /** The parent. */
  readonly taskId: string;
  readonly result: RunResult;
}

const maxDrainMs = 10_000;

/** What an agent loads with its first run: a host, and the entry point of its tasks. */
export class AgentRuntime {
  readonly #options: AgentOptions;
  readonly #door: Door;
  readonly #tasks: Tasks;
  /** Why a callback of the program ended a run. */
  readonly #failures = new Map<TaskId, RooError>();
  #active = 0;

  private constructor(options: AgentOptions, door: Door, observe: RuntimeParts["observe"]) {
    this.#options = options;
    this.#door = door;
    const { host, storage, clock } = door;
    this.#tasks = new Tasks({
      host,
      clock,
      home: storage.home,
      keepsModel: true,
      onBroken: (taskId, error) => warn(`Task ${taskId}: ${String(error)}`),
      notify: (notices) => notices.forEach(({ message }) => warn(message)),
      onMessageNotice: warn,
    });
    const { pool } = this.#tasks;
    pool.observe((item, { taskId, agent }) => observe({ ...item, from: { taskId, agent } }));
    if (options.approve || options.answer) pool.observe(this.#attendant().observe);
  }

  static async open(options: AgentOptions, { tools, observe }: RuntimeParts): Promise<AgentRuntime> {
    return new AgentRuntime(options, await openDoor({ ...options, currentTools: tools }), observe);
  }

  run(request: RunRequest & { readonly schema?: undefined }): Promise<RunResult>;
  run(request: RunRequest): Promise<RunResult<unknown>>;
  async run(request: RunRequest): Promise<RunResult<unknown>> {
    const { text, images, schema } = request;
    const { maxIterations = defaultIterations } = this.#options;
    const parts: PartFactory[] = schema === undefined ? [] : [outputPart(schema)];
    const common = this.#door.input(parts);
    const turns = Number.isFinite(maxIterations) ? maxIterations : undefined;
    const mode = request.mode ?? (request.taskId === undefined ? this.#options.mode : undefined);
    const input = { ...common, mode, images, limits: { ...common.limits, turns } };
    const taskId = request.taskId === undefined ? undefined : requireTaskId(request.taskId);
    const result = await this.#stoppable(request.signal, (hooks) =>
      taskId === undefined
        ? this.#tasks.run({ ...input, text: requireText(text), cwd: this.#door.cwd }, hooks)
        : this.#tasks.run({ ...input, text, taskId }, hooks),
    );
    return schema === undefined ? toRunResult(result) : withOutput(result, schema);
  }

  async send(taskId: string, message: string): Promise<void> {
    const input = { ...this.#door.input(), text: requireText(message), continues: false };
    await this.#tasks.send(requireTaskId(taskId), input);
  }

  /** Runs a subtask of a task, or of a new one. */
  async delegate({ taskId, parentMode, mode, message, signal }: DelegateRequest): Promise<Delegated> {
    const order = { mode, message: requireText(message), todos: [] };
    const place = taskId === undefined ? { cwd: this.#door.cwd } : { taskId: requireTaskId(taskId) };
    const parent = taskId === undefined ? { mode: parentMode ?? this.#options.mode } : {};
    const done = await this.#stoppable(signal, (hooks) =>
      withUserErrors(() => this.#tasks.delegate({ ...this.#door.input(), ...parent, ...place, order }, hooks)),
    );
    return { taskId: done.taskId, result: toRunResult(done.outcome) };
  }

  async switchMode(taskId: string, mode: string, reason: string): Promise<void> {
    const input = { ...this.#door.input(), mode, reason };
    await withUserErrors(() => this.#tasks.switchMode(requireTaskId(taskId), input));
  }

  async modes(): Promise<readonly Mode[]> {
    const { modes } = await this.#door.host.configure(this.#door.cwd);
    return modes.map(withoutOrigin);
  }

  /** Throws `RooError` `unknown_mode`. */
  async requireMode(slug: string): Promise<Mode> {
    return requireMode({ modes: await this.modes() }, slug);
  }

  /** Throws `RooError` `unknown_mode`. */
  async whyNotAllowed(slug: string, use: { readonly tool: string; readonly path?: string | undefined }) {
    const [mode, { whyNotAllowed }] = await Promise.all([this.requireMode(slug), import("@roo-code/host/toolbox")]);
    return whyNotAllowed(mode, use);
  }

  /** All stored tasks, newest first. */
  async list(): Promise<readonly TaskInfo[]> {
    const summaries = await this.#door.host.tasks.list();
    return summaries.map((summary) => toTaskInfo(summary, summaries));
  }

  async fork(taskId: string, { at, files = false }: ForkOptions): Promise<string> {
    const id = requireTaskId(taskId);
    const last = at ?? (await this.#door.host.tasks.summarize(id)).events;
    return (await this.#tasks.fork({ taskId: id, at: last, files })).taskId;
  }

  async dispose(): Promise<void> {
    await this.#tasks.drain(maxDrainMs);
    await this.#door.storage.tidy();
  }

  /** Runs work that ends early when a signal is aborted. */
  async #stoppable<Value>(signal: AbortSignal | undefined, work: (hooks: RunHooks) => Promise<Value>): Promise<Value> {
    const stop = anyOf([this.#options.signal, signal]);
    refuseAborted(stop);
    let root: TaskId | undefined;
    const onAbort = () => void (root !== undefined && this.#tasks.stop(root).catch(() => undefined));
    this.#active += 1;
    try {
      const value = await work({
        signal: stop,
        onOpen: ({ taskId }) => {
          refuseAborted(stop);
          root = taskId;
          stop?.addEventListener("abort", onAbort);
        },
      });
      const failure = root === undefined ? undefined : this.#failures.get(root);
      if (failure) throw failure;
      return value;
    } catch (error) {
      throw adviseProgram(error);
    } finally {
      stop?.removeEventListener("abort", onAbort);
      if (root !== undefined) this.#failures.delete(root);
      this.#active -= 1;
      if (this.#active === 0) await this.#door.storage.tidy();
    }
  }

  #attendant(): Attendant {
    const { approve, answer } = this.#options;
    return new Attendant({
      approve,
      answer,
      submit: (op, taskId) => this.#tasks.pool.submit(op, taskId),
      onFailure: (error, taskId) => {
        const root = this.#tasks.pool.sessionOf(taskId)?.taskId ?? taskId;
        this.#failures.set(root, error);
        void this.#tasks.stop(root).catch(() => undefined);
      },
    });
  }
}

function withoutOrigin({ origin: _origin, source: _source, ...mode }: ModeWithOrigin): Mode {
  return mode;
}

/** What the model would be told, for the program. */
async function withUserErrors<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    throw new RooError({ code: error.code, message: error.message, cause: error });
  }
}

function toTaskInfo(summary: TaskSummary, all: readonly TaskSummary[]): TaskInfo {
  const { taskId, parent, ...rest } = summary;
  const children = all.filter((other) => other.parent?.taskId === taskId);
  return {
    ...rest,
    taskId,
    parentTaskId: parent?.taskId,
    childTaskIds: children.map((child) => child.taskId).toReversed(),
  };
}

async function withOutput(result: TaskResult, schema: Schema): Promise<RunResult<unknown>> {
  if (result.status !== "completed" || result.result === null) return toRunResult(result);
  try {
    return toRunResult({ ...result, output: await outputOf(schema, result.result) });
  } catch (error) {
    if (!(error instanceof RooError)) throw error;
    const { code, message } = error;
    return toRunResult({ ...result, status: "failed", error: { code, message } });
  }
}

function toRunResult(result: TaskResult): RunResult;
function toRunResult(result: TaskResult & { readonly output?: unknown }): RunResult<unknown>;
function toRunResult(result: TaskResult & { readonly output?: unknown }): RunResult<unknown> {
  const error = result.error && { ...result.error, message: withOptionNames(result.error.message) };
  const text = result.result ?? error?.message ?? result.status;
  const run = Object.defineProperty({ ...result, ...(error && { error }) }, "toString", { value: () => text });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a completed run has a result
  return run as RunResult<unknown>;
}

function warn(message: string): void {
  process.emitWarning(message, { code: "ROO_NOTICE" });
}
