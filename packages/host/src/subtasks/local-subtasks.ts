import { type AgentParent, mayChangeFiles } from "@roo-code/engine";
import {
  abortReason,
  type EventLog,
  type LiveDelta,
  type MergeOutcome,
  type Op,
  RooError,
  type RunResult,
  type SerialQueue,
  type SharedPath,
  type Subtask,
  type SubtaskOrder,
  type SubtaskOutcome,
  type SubtaskPlace,
  type SubtaskRun,
  type Subtasks,
  type TaskEvent,
  type TaskId,
  type Worktrees,
} from "@roo-code/types";
import type { Configuration } from "../configuration/configuration.ts";
import { once } from "../once.ts";
import type { TaskSession } from "../session/task-session.ts";
import { failedOutcome, joinChanges, needsGit, withVersions } from "./subtask-outcome.ts";

/** The task that an event comes from. */
export interface TaskSource {
  readonly taskId: TaskId;
  /** `root`, `child-1`, `child-1.2`, … */
  readonly agent: string;
}

export type Observe = (item: TaskEvent | LiveDelta, source: TaskSource) => void;

export interface SubtaskParts {
  readonly tasks: EventLog;
  readonly configuration: Configuration;
  /** The folder of the parent: the configured one, or a copy of it. */
  readonly folder: string;
  /** Folders outside of the copy that it shares. */
  readonly shared: readonly SharedPath[];
  /** The parent of the subtasks. */
  readonly parentId: TaskId;
  readonly ancestry: readonly SubtaskOrder[];
  readonly newTaskId: () => TaskId;
  readonly worktrees: () => Promise<Worktrees>;
  /** Merges of copies, one at a time. */
  readonly changes?: SerialQueue;
  /** Opens a session of a new or existing task, in the folder or a copy. */
  readonly open: (child: ChildTask) => Promise<TaskSession>;
}

export interface ChildTask {
  readonly taskId: TaskId;
  readonly isNew: boolean;
  readonly mode: string;
  readonly configuration: Configuration;
  /** The folder it works in: the configured one, or a copy of it. */
  readonly folder: string;
  readonly shared: readonly SharedPath[];
  readonly parent: AgentParent;
}

/** The subtasks of a task, run in this process. */
export class LocalSubtasks implements Subtasks {
  readonly modes: readonly string[];
  readonly #parts: SubtaskParts;
  readonly #live = new Map<TaskId, TaskSession>();
  readonly #worktrees: () => Promise<Worktrees>;

  constructor(parts: SubtaskParts) {
    this.#parts = parts;
    this.#worktrees = once(parts.worktrees);
    this.modes = parts.configuration.modes.map(({ slug }) => slug);
  }

  place(orders: readonly SubtaskOrder[]): Promise<readonly SubtaskPlace[]> {
    const areWriters = orders.map(({ mode }) => this.#canWrite(mode));
    const needsCopies = areWriters.filter(Boolean).length > 1;
    const placed = areWriters.map((isWriter) => {
      const taskId = this.#parts.newTaskId();
      return needsCopies && isWriter ? { taskId, worktree: taskId } : { taskId };
    });
    return Promise.resolve(placed);
  }

  async run(subtask: Subtask, options: SubtaskRun): Promise<SubtaskOutcome> {
    try {
      return await this.#run(subtask, options);
    } catch (error) {
      if (error instanceof RooError) return failedOutcome(subtask.taskId, error);
      throw error;
    }
  }

  /** The running subtasks, including nested ones. */
  get running(): readonly TaskId[] {
    return [...this.#live.values()].flatMap((session) => session.running);
  }

  /** Submits an op to a running subtask or a nested one. False if there is no such task. */
  async submit(op: Op, taskId: TaskId): Promise<boolean> {
    const session = this.#live.get(taskId);
    if (session) {
      await session.submit(op);
      return true;
    }
    for (const child of this.#live.values()) if (await child.submitBelow(op, taskId)) return true;
    return false;
  }

  disposeNow(): void {
    for (const session of this.#live.values()) session.disposeNow();
  }

  async #run(subtask: Subtask, { signal, budget, ceiling }: SubtaskRun): Promise<SubtaskOutcome> {
    const { taskId, callId, agent, mode, message, todos, worktree } = subtask;
    const { configuration, parentId, ancestry } = this.#parts;
    const { folder, shared } = worktree === undefined ? this.#parts : await this.#copy(worktree);
    const isNew = !(await this.#exists(taskId));
    const session = await this.#parts.open({
      taskId,
      isNew,
      mode,
      configuration,
      folder,
      shared,
      parent: {
        link: { taskId: parentId, callId, agent },
        budget,
        ceiling,
        ancestry: [...ancestry, { mode, message, todos }],
      },
    });
    const result = await this.#runToEnd(session, { text: orderText(subtask), opId: `order-${callId}`, signal });
    if (result.status === "aborted") return result;
    if (worktree === undefined) return { ...result, change: joinChanges(session.state.ownChanges) };
    const { changed, conflicts, before, change } = await this.#mergeCopy(worktree);
    // A merge into a copy disappears with the copy: only changes to the user's folder need undo.
    const isOwnFolder = this.#parts.folder === configuration.workspace;
    return {
      ...result,
      filesChanged: [...new Set([...result.filesChanged, ...changed, ...conflicts.map(({ path }) => path)])].sort(),
      conflicts: await withVersions(conflicts),
      before: isOwnFolder ? before : undefined,
      change: isOwnFolder ? change : undefined,
    };
  }

  async #copy(worktree: string): Promise<Pick<SubtaskParts, "folder" | "shared">> {
    try {
      const worktrees = await this.#worktrees();
      return { folder: await worktrees.open(worktree), shared: await worktrees.shared(worktree) };
    } catch (error) {
      throw error instanceof RooError && error.code === "git_not_found" ? needsGit(error) : error;
    }
  }

  async #runToEnd(
    session: TaskSession,
    { text, opId, signal }: { text: string; opId: string; signal: AbortSignal },
  ): Promise<RunResult> {
    const stop = () => {
      // If the disk fails here, it fails at the end of the run as well, which reports it.
      const op = {
        type: "run.abort",
        opId: `stop-${opId}-${session.state.lastSeq}`,
        ...abortReason(signal.reason),
      } as const;
      session.submit(op).catch(() => {});
    };
    this.#live.set(session.taskId, session);
    try {
      // Mentions are looked up only in text the user types, not in the model's. The environment is attached anyway.
      const { attachment } = await session.compose("", signal).catch(() => ({ attachment: undefined }));
      // Repeating the op id after a crash has no effect.
      const sent = session.submit({ type: "message.send", opId, text, attachment });
      sent.catch(() => {});
      if (signal.aborted) stop();
      signal.addEventListener("abort", stop, { once: true });
      return await session.run();
    } finally {
      signal.removeEventListener("abort", stop);
      this.#live.delete(session.taskId);
    }
  }

  async #mergeCopy(worktree: string): Promise<MergeOutcome> {
    const worktrees = await this.#worktrees();
    const merge = () => worktrees.merge(worktree);
    const outcome = await (this.#parts.changes?.run(merge) ?? merge());
    // Conflicting files stay in the copy.
    if (outcome.conflicts.length === 0) await worktrees.remove(worktree);
    return outcome;
  }

  async #exists(taskId: TaskId): Promise<boolean> {
    try {
      return (await this.#parts.tasks.read(taskId)).length > 0;
    } catch (error) {
      if (error instanceof RooError && error.code === "task_not_found") return false;
      throw error;
    }
  }

  #canWrite(slug: string): boolean {
    const mode = this.#parts.configuration.modes.find((candidate) => candidate.slug === slug);
    return !mode || mayChangeFiles(mode);
  }
}

function orderText({ message, todos }: SubtaskOrder): string {
  if (todos.length === 0) return message;
  return `${message}\n\nBegin with these steps:\n${todos.map(({ text }) => `- [ ] ${text}`).join("\n")}`;
}
