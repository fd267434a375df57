import {
  type Capabilities,
  noUsage,
  type RunStatus,
  type Subtask,
  type SubtaskOrder,
  type SubtaskOutcome,
  type SubtaskPlace,
  type SubtaskRun,
  type Subtasks,
  type TaskId,
} from "@roo-code/types";

/** Subtasks with scripted outcomes that record how they were started. */
export class FakeSubtasks implements Subtasks {
  readonly modes = ["code", "ask"];
  /** Requests that were placed together. */
  readonly placed: string[][] = [];
  readonly ran: Subtask[] = [];
  /** Ceilings by message. */
  readonly ceilings = new Map<string, Capabilities>();
  /** Maximum number that ran in parallel. */
  maxRunning = 0;
  #running = 0;
  #next = 1;
  readonly #act: (subtask: Subtask, signal: AbortSignal) => Promise<Partial<SubtaskOutcome>>;

  constructor(act: (subtask: Subtask, signal: AbortSignal) => Promise<Partial<SubtaskOutcome>> = async () => ({})) {
    this.#act = act;
  }

  place(orders: readonly SubtaskOrder[]): Promise<readonly SubtaskPlace[]> {
    this.placed.push(orders.map(({ message }) => message));
    return Promise.resolve(orders.map(() => ({ taskId: `child-task-${this.#next++}` as TaskId })));
  }

  async run(subtask: Subtask, { signal, budget, ceiling }: SubtaskRun): Promise<SubtaskOutcome> {
    this.ran.push(subtask);
    this.ceilings.set(subtask.message, ceiling);
    this.#running += 1;
    this.maxRunning = Math.max(this.maxRunning, this.#running);
    const usage = { ...noUsage(), inputTokens: 10, costUsd: 0.5 };
    budget.spend(usage, 1);
    const outcome = await this.#act(subtask, signal);
    this.#running -= 1;
    const status: RunStatus = signal.aborted ? "aborted" : "completed";
    return {
      taskId: subtask.taskId,
      status,
      result: `done: ${subtask.message}`,
      verification: null,
      turns: 1,
      usage,
      durationMs: 1,
      filesChanged: [],
      ...outcome,
    };
  }
}
