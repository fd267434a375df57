import {
  addUsage,
  type BudgetShare,
  type EventDraft,
  type Mode,
  noUsage,
  type OpenCall,
  type Subtask,
  type SubtaskOrder,
  type SubtaskOutcome,
  type Subtasks,
  ToolFailure,
  type Usage,
} from "@roo-code/types";
import type { TaskCapabilities } from "./capabilities/task-capabilities.ts";
import {
  outcomeOfEnd,
  SubtaskBatch,
  stepLabel,
  subtaskChange,
  subtaskEnd,
  subtaskStep,
} from "./delegation/subtask-result.ts";
import { mayChangeFiles } from "./modes/mode-rules.ts";
import type { TaskSnapshots } from "./ports.ts";
import { stopped } from "./stop.ts";
import type { TaskRecord } from "./task-record.ts";

/** The available modes. */
export interface ModeSource {
  readonly modes: readonly Mode[];
  /** Rules and instructions of a mode, for a task that switches to it. */
  instructions(slug: string): string;
}

interface OrchestratorOptions {
  readonly record: TaskRecord;
  readonly modes: ModeSource;
  readonly subtasks: Subtasks | undefined;
  readonly snapshots: TaskSnapshots | undefined;
  readonly budget: BudgetShare;
  readonly capabilities: TaskCapabilities;
  /** The current mode. */
  readonly mode: () => Mode;
  readonly signal: AbortSignal;
  /** Requests of this task and of all tasks above it. */
  readonly ancestry: readonly SubtaskOrder[];
}

/** Stops a model that keeps splitting its work. */
const maxSubtasks = 100;

/** Switches the mode of a task, and creates and runs its subtasks. */
export class ModeOrchestrator {
  /** Usage of subtasks that were aborted with this task: not in any event of its log. */
  stoppedUsage: Usage = noUsage();
  readonly #parts: OrchestratorOptions;
  #batch: SubtaskBatch | undefined;
  #created = 0;

  constructor(parts: OrchestratorOptions) {
    this.#parts = parts;
  }

  /** The mode with this slug. Throws `ToolFailure` `unknown_mode`. */
  require(slug: string): Mode {
    const { modes } = this.#parts.modes;
    const mode = modes.find((candidate) => candidate.slug === slug);
    if (mode) return mode;
    const known = modes.map((candidate) => candidate.slug).join(", ");
    throw new ToolFailure("unknown_mode", `There is no mode "${slug.slice(0, 80)}". Available modes: ${known}.`);
  }

  /** The event that switches to another mode. */
  switchTo(slug: string, reason: string): EventDraft {
    const mode = this.require(slug);
    const { state } = this.#parts.record;
    if (mode.slug === state.mode) throw new ToolFailure("same_mode", `The task is already in ${slug} mode.`);
    return { type: "mode.start", mode: slug, reason, instructions: this.#parts.modes.instructions(slug) };
  }

  /** What a mode would allow but the task may not do, for the model; empty if nothing. */
  limitsIn(slug: string): string {
    return this.#parts.capabilities.explain(this.require(slug));
  }

  /** Announces calls that start subtasks in parallel. Each must call `delegate` or `left`. */
  gather(calls: readonly OpenCall[]): void {
    const { subtasks } = this.#parts;
    const fresh = calls.filter(({ subtask, end }) => !subtask && !end).map(({ call }) => call.callId);
    this.#batch = subtasks && new SubtaskBatch(subtasks, fresh);
  }

  left(open: OpenCall): void {
    this.#batch?.leave(open.call.callId);
  }

  /** Throws `ToolFailure` if no subtask may be started for this. */
  checkRequest(order: SubtaskOrder): void {
    const { ancestry, record } = this.#parts;
    if (ancestry.some(({ mode, message }) => mode === order.mode && message.trim() === order.message.trim())) {
      const advice = "Do it yourself, or delegate a smaller part of it.";
      throw new ToolFailure("subtask_loop", `This task, or one above it, was asked to do exactly this. ${advice}`);
    }
    if (record.state.subtasks >= maxSubtasks)
      throw new ToolFailure(
        "too_many_subtasks",
        `This task has already started ${maxSubtasks} subtasks. Finish with their results.`,
      );
  }

  /** Runs a subtask; records its start before it begins, and its end once its changes are in the workspace. */
  async delegate(open: OpenCall, order: SubtaskOrder): Promise<SubtaskOutcome> {
    const { record, subtasks, budget, signal } = this.#parts;
    if (!subtasks) throw new ToolFailure("no_subtasks", "This task cannot start subtasks. Do it yourself.");
    // Its end was recorded before a crash: running it again would count its usage twice.
    if (open.subtaskEnd) return outcomeOfEnd(open.subtaskEnd, open.subtask?.worktree);
    const subtask = await this.#begin(open, order, subtasks);
    const { capabilities, mode } = this.#parts;
    const ceiling = capabilities.ofChildren(mode());
    const outcome = await subtasks.run(subtask, { signal, budget, ceiling });
    const exhausted = outcome.status === "limit" ? budget.exhausted() : undefined;
    if (signal.aborted || exhausted) {
      // Not its end: it resumes with this task.
      this.stoppedUsage = addUsage(this.stoppedUsage, outcome.usage);
      throw exhausted ? stopped("limit", exhausted) : signal.reason;
    }
    const change = subtaskChange(subtask, outcome.change);
    await record.commit(...subtaskStep(subtask, outcome.before), ...change, subtaskEnd(subtask, outcome));
    return outcome;
  }

  /** As `delegate`, on behalf of a program; one at a time, while no call of the model is open. */
  async createSubtask(order: SubtaskOrder): Promise<SubtaskOutcome> {
    this.require(order.mode);
    this.checkRequest(order);
    this.#created += 1;
    const callId = `created-${this.#parts.record.state.lastSeq}-${this.#created}`;
    const open: OpenCall = { call: { type: "tool-call", callId, name: "new_task", input: { ...order } } };
    this.gather([open]);
    return this.delegate(open, order);
  }

  async #begin(open: OpenCall, order: SubtaskOrder, subtasks: Subtasks): Promise<Subtask> {
    const { callId } = open.call;
    if (open.subtask) {
      const { taskId, agent, worktree } = open.subtask;
      return { ...order, callId, taskId, agent, worktree };
    }
    this.#batch ??= new SubtaskBatch(subtasks, [callId]);
    const place = await this.#batch.join(callId, order);
    const step = await this.#saveFiles({ ...order, ...place, callId });
    const { record, signal } = this.#parts;
    signal.throwIfAborted();
    // No await between here and the commit: the name of the next subtask depends on it.
    const { agent: parent, subtasks: count } = record.state;
    const agent = parent === "root" ? `child-${count + 1}` : `${parent}.${count + 1}`;
    const { mode, message } = order;
    await record.commit(...step, { type: "subtask.start", callId, agent, mode, message, ...place });
    return { ...order, ...place, callId, agent };
  }

  /** A subtask with its own copy needs no snapshot: merging its changes takes one. */
  async #saveFiles(subtask: Omit<Subtask, "agent">): Promise<readonly EventDraft[]> {
    const { snapshots } = this.#parts;
    if (subtask.worktree !== undefined || !mayChangeFiles(this.require(subtask.mode))) return [];
    const saved = await snapshots?.take(stepLabel(subtask));
    return subtaskStep(subtask, saved && { snapshot: saved.id, skipped: saved.skippedCount });
  }
}
