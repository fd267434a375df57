import { testTaskId } from "@roo-code/testkit/event-drafts";
import {
  noUsage,
  type Subtask,
  type SubtaskOrder,
  type SubtaskOutcome,
  type SubtaskPlace,
  type Subtasks,
} from "@roo-code/types";

export type Behaviour = (
  subtask: Subtask,
  signal: AbortSignal,
) => Partial<SubtaskOutcome> | undefined | Promise<Partial<SubtaskOutcome> | undefined>;

/** Tasks whose outcome the test decides. Outcomes are kept across runs, as in a log. */
export class FakeSubtasks implements Subtasks {
  readonly modes = ["code", "architect", "ask"];
  /** Calls whose tasks ran to their end, in order. */
  readonly worked: string[] = [];
  readonly messages = new Map<string, string>();
  readonly agents = new Map<string, string>();
  readonly worktrees = new Map<string, string | undefined>();
  active = 0;
  maxActive = 0;
  /** Of the tasks that work in the workspace itself. */
  activeInWorkspace = 0;
  behave: Behaviour;
  readonly #outcomes = new Map<string, SubtaskOutcome>();
  #places = 0;

  constructor(behave: Behaviour = () => undefined) {
    this.behave = behave;
  }

  async place(orders: readonly SubtaskOrder[]): Promise<readonly SubtaskPlace[]> {
    const writers = orders.filter(({ mode }) => mode !== "ask").length;
    return orders.map(({ mode }) => {
      this.#places += 1;
      const taskId = testTaskId(`task-${this.#places}`);
      return { taskId, ...(writers > 1 && mode !== "ask" && { worktree: `copy-${this.#places}` }) };
    });
  }

  async run(subtask: Subtask, { signal }: { signal: AbortSignal }): Promise<SubtaskOutcome> {
    const known = this.#outcomes.get(subtask.taskId);
    if (known) return known;
    this.messages.set(subtask.callId, subtask.message);
    this.agents.set(subtask.callId, subtask.agent);
    this.worktrees.set(subtask.callId, subtask.worktree);
    const inWorkspace = subtask.worktree === undefined ? 1 : 0;
    this.active += 1;
    this.activeInWorkspace += inWorkspace;
    this.maxActive = Math.max(this.maxActive, this.active);
    try {
      const changes = await this.behave(subtask, signal);
      const outcome = { ...completed(subtask), ...changes };
      if (signal.aborted) return { ...outcome, status: "aborted", result: null };
      this.worked.push(subtask.callId);
      this.#outcomes.set(subtask.taskId, outcome);
      return outcome;
    } finally {
      this.active -= 1;
      this.activeInWorkspace -= inWorkspace;
    }
  }
}

function completed({ taskId, callId }: Subtask): SubtaskOutcome {
  return {
    taskId,
    status: "completed",
    result: `done ${callId}`,
    verification: null,
    turns: 1,
    usage: { ...noUsage(), inputTokens: 10, outputTokens: 1 },
    durationMs: 5,
    filesChanged: [`${callId.replaceAll(/\W/g, "-")}.txt`],
  };
}
