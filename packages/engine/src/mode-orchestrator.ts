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
  Gathering,
  outcomeOfEnd,
  stepLabel,
  subtaskChange,
  subtaskEnd,
  subtaskStep,
} from "./delegation/subtask-result.ts";
import { mayChangeFiles } from "./modes/mode-rules.ts";
import type { TaskSnapshots } from "./ports.ts";
import { stopped } from "./stop.ts";
import type { TaskRecord } from "./task-record.ts";

/** The modes a task can be in. */
export interface ModeSource {
  readonly modes: readonly Mode[];
  /** Rules and instructions of a mode, for a task that changes to it. */
  instructions(slug: string): string;
}

export interface OrchestratorParts {
  readonly record: TaskRecord;
  readonly modes: ModeSource;
  readonly subtasks: Subtasks | undefined;
  readonly snapshots: TaskSnapshots | undefined;
  readonly budget: BudgetShare;
  readonly capabilities: TaskCapabilities;
  /** The one the task is in. */
  readonly mode: () => Mode;
  readonly signal: AbortSignal;
  /** What the tasks above this one, and it itself, were asked to do. */
  readonly ancestry: readonly SubtaskOrder[];
}

/** A model that splits without end would never come to an end. */
const maxSubtasks = 100;

/** What a task does beyond its own conversation: it changes its mode, and creates, links and runs other tasks. */
export class ModeOrchestrator {
  /** What tasks used that were stopped with this one: no event of this task's log holds it. */
  stoppedUsage: Usage = noUsage();
  readonly #parts: OrchestratorParts;
  #gathering: Gathering | undefined;
  #created = 0;

  constructor(parts: OrchestratorParts) {
    this.#parts = parts;
  }

  /** The mode of a slug; throws what the model is told when there is none. */
  require(slug: string): Mode {
    const { modes } = this.#parts.modes;
    const mode = modes.find((candidate) => candidate.slug === slug);
    if (mode) return mode;
    const known = modes.map((candidate) => candidate.slug).join(", ");
    throw new ToolFailure("unknown_mode", `There is no mode "${slug.slice(0, 80)}". The modes are: ${known}.`);
  }

  /** The event that puts the task into another mode. */
  switchTo(slug: string, reason: string): EventDraft {
    const mode = this.require(slug);
    const { state } = this.#parts.record;
    if (mode.slug === state.mode) throw new ToolFailure("same_mode", `The task is in the mode ${slug} already.`);
    return { type: "mode.start", mode: slug, reason, instructions: this.#parts.modes.instructions(slug) };
  }

  /** What a mode would allow and the task may not do, for the model; empty when that is nothing. */
  limitsIn(slug: string): string {
    return this.#parts.capabilities.explain(this.require(slug));
  }

  /** Announces calls that start tasks side by side. Each must `delegate` or be told of by `left`. */
  gather(calls: readonly OpenCall[]): void {
    const { subtasks } = this.#parts;
    const fresh = calls.filter(({ subtask, end }) => !subtask && !end).map(({ call }) => call.callId);
    this.#gathering = subtasks && new Gathering(subtasks, fresh);
  }

  left(open: OpenCall): void {
    this.#gathering?.leave(open.call.callId);
  }

  /** Throws what the model is told when no task may be started for this. */
  checkOrder(order: SubtaskOrder): void {
    const { ancestry, record } = this.#parts;
    if (ancestry.some(({ mode, message }) => mode === order.mode && message.trim() === order.message.trim())) {
      const advice = "Do it yourself, or hand on a smaller part of it.";
      throw new ToolFailure(
        "subtask_loop",
        `This is what the task itself, or one above it, was asked to do. ${advice}`,
      );
    }
    if (record.state.subtasks >= maxSubtasks)
      throw new ToolFailure(
        "too_many_subtasks",
        `This task has started ${maxSubtasks} others. Finish with what is there.`,
      );
  }

  /** Has another task do it, and records its beginning before it begins and its end when its changes are here. */
  async delegate(open: OpenCall, order: SubtaskOrder): Promise<SubtaskOutcome> {
    const { record, subtasks, budget, signal } = this.#parts;
    if (!subtasks) throw new ToolFailure("no_subtasks", "No other task can be started from here. Do it yourself.");
    // Its end was recorded before a crash, with what it used: running it again would count that twice.
    if (open.subtaskEnd) return outcomeOfEnd(open.subtaskEnd, open.subtask?.worktree);
    const subtask = await this.#begin(open, order, subtasks);
    const { capabilities, mode } = this.#parts;
    const ceiling = capabilities.ofChildren(mode());
    const outcome = await subtasks.run(subtask, { signal, budget, ceiling });
    const exhausted = outcome.status === "limit" ? budget.exhausted() : undefined;
    if (signal.aborted || exhausted) {
      // Not its end: it goes on when this task does.
      this.stoppedUsage = addUsage(this.stoppedUsage, outcome.usage);
      throw exhausted ? stopped("limit", exhausted) : signal.reason;
    }
    const change = subtaskChange(subtask, outcome.change);
    await record.commit(...subtaskStep(subtask, outcome.before), ...change, subtaskEnd(subtask, outcome));
    return outcome;
  }

  /** As `delegate`, for a program in place of the model; one at a time, and while no call of the model's is under way. */
  async createSubtask(order: SubtaskOrder): Promise<SubtaskOutcome> {
    this.require(order.mode);
    this.checkOrder(order);
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
    this.#gathering ??= new Gathering(subtasks, [callId]);
    const place = await this.#gathering.join(callId, order);
    const step = await this.#saveFiles({ ...order, ...place, callId });
    const { record, signal } = this.#parts;
    signal.throwIfAborted();
    // Nothing may be waited for from here to the commit: the next one's name depends on it.
    const { agent: parent, subtasks: count } = record.state;
    const agent = parent === "root" ? `child-${count + 1}` : `${parent}.${count + 1}`;
    const { mode, message } = order;
    await record.commit(...step, { type: "subtask.start", callId, agent, mode, message, ...place });
    return { ...order, ...place, callId, agent };
  }

  /** In a copy nothing need be saved: bringing its changes in is the step. */
  async #saveFiles(subtask: Omit<Subtask, "agent">): Promise<readonly EventDraft[]> {
    const { snapshots } = this.#parts;
    if (subtask.worktree !== undefined || !mayChangeFiles(this.require(subtask.mode))) return [];
    const saved = await snapshots?.take(stepLabel(subtask));
    return subtaskStep(subtask, saved && { snapshot: saved.id, skipped: saved.skippedCount });
  }
}
