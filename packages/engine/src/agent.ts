import {
  type ApprovalKind,
  addUsage,
  BudgetLedger,
  type BudgetShare,
  type Capabilities,
  type Environment,
  type EventOf,
  effectiveEvents,
  type Limits,
  limitReached,
  logFormat,
  type Mode,
  type Op,
  RooError,
  type RunResult,
  type SubtaskOrder,
  type SubtaskOutcome,
  type TaskEvent,
  type TaskState,
} from "@roo-code/types";
import { limitWorkspace } from "./capabilities/limit-workspace.ts";
import type { TaskCapabilities } from "./capabilities/task-capabilities.ts";
import { EvidenceLedger } from "./completion/evidence-ledger.ts";
import { RequestMemory } from "./context/request-memory.ts";
import { Inbox } from "./inbox.ts";
import { ModeOrchestrator, type ModeSource } from "./mode-orchestrator.ts";
import { requireEditable } from "./modes/mode-rules.ts";
import type { AgentPorts } from "./ports.ts";
import { CircuitBreaker } from "./recovery/circuit-breaker.ts";
import { LoopGuard } from "./recovery/loop-guard.ts";
import { runLoop } from "./run-loop.ts";
import { BudgetNote } from "./spending/budget-note.ts";
import { BudgetedClient, estimateRequest } from "./spending/budgeted-client.ts";
import { type Outcome, outcomeOf, Stop, stopped } from "./stop.ts";
import type { TaskRecord } from "./task-record.ts";

export interface AgentOptions extends Omit<AgentPorts, "mode"> {
  readonly record: TaskRecord;
  /** The task's mode and capabilities. */
  readonly capabilities: TaskCapabilities;
  /** Events in the log when it was opened; empty for a new task. Not kept in memory. */
  readonly history: readonly TaskEvent[];
  /** For a new task; a resumed one keeps its own. */
  readonly environment: Environment;
  /** Rules and custom instructions, also for a new task only. */
  readonly instructions?: string;
  readonly modes: ModeSource;
  readonly limits: Limits;
  /** For subtasks. */
  readonly parent?: AgentParent | undefined;
  readonly process: { readonly pid: number; readonly version: string };
}

/** The parent task, and what it shares with this one. */
export interface AgentParent {
  readonly link: NonNullable<EventOf<"task.start">["parent"]>;
  readonly budget: BudgetShare;
  readonly ceiling: Capabilities;
  /** Requests of this task and of all tasks above it. */
  readonly ancestry: readonly SubtaskOrder[];
}

/** One agent on one task: takes ops, and runs until it is done, aborted or at a limit. */
export class Agent {
  readonly #options: Omit<AgentOptions, "history">;
  readonly #record: TaskRecord;
  readonly #loops = new LoopGuard();
  readonly #ledger = new EvidenceLedger();
  readonly #breaker: CircuitBreaker;
  readonly #inbox: Inbox;
  readonly #stop = new AbortController();
  readonly #memory: RequestMemory;
  readonly #budget: BudgetLedger;
  readonly #capabilities: TaskCapabilities;
  /** Switches modes and runs subtasks. */
  readonly orchestrator: ModeOrchestrator;

  constructor(options: AgentOptions) {
    const { history, ...rest } = options;
    const { clock, limits, parent, modes, subtasks } = options;
    this.#record = options.record;
    this.#capabilities = options.capabilities;
    this.#breaker = new CircuitBreaker(clock);
    this.#memory = new RequestMemory(options.context);
    for (const event of effectiveEvents(history)) this.#note(event);
    this.#record.follow({ onNew: (event) => this.#note(event), onDurable: options.observe });
    this.#inbox = new Inbox({
      record: this.#record,
      clock,
      stop: this.#stop,
      ensureStarted: () => this.#ensureStarted(),
    });
    this.#budget = new BudgetLedger({
      limits,
      clock,
      whole: parent?.budget,
      onWarning: ({ percent, message }) =>
        this.#record.append({ type: "notice.added", code: `budget_${percent}`, message }),
    });
    this.#options = { ...rest, client: this.#budgetedClient(options), workspace: this.#limitedWorkspace(options) };
    this.orchestrator = new ModeOrchestrator({
      record: this.#record,
      modes,
      subtasks,
      snapshots: options.snapshots,
      budget: this.#budget,
      capabilities: this.#capabilities,
      mode: () => this.mode,
      signal: this.#stop.signal,
      ancestry: parent?.ancestry ?? [],
    });
  }

  get state(): TaskState {
    return this.#record.state;
  }

  /** The current mode. */
  get mode(): Mode {
    return this.#capabilities.mode;
  }

  /** What the task may do now, whichever tool it uses. */
  get capabilities(): Capabilities {
    return this.#capabilities.now;
  }

  /** Switches to another mode, for programs and people. Throws `ToolFailure` `unknown_mode`. */
  async switchMode(slug: string, reason: string): Promise<void> {
    this.#ensureStarted();
    if (slug !== this.state.mode) await this.#record.commit(this.orchestrator.switchTo(slug, reason));
  }

  /**
   * Runs a subtask on behalf of a program, while this task does not run. Throws `ToolFailure` if it cannot be started, and
   * `RooError` `aborted` or the code of a limit if it was stopped.
   */
  async delegate(order: SubtaskOrder): Promise<SubtaskOutcome> {
    this.#ensureStarted();
    try {
      return await this.orchestrator.createSubtask(order);
    } catch (error) {
      if (!(error instanceof Stop) || !error.outcome.error) throw error;
      throw new RooError({ ...error.outcome.error, cause: error });
    }
  }

  /** Resolves when the op is on disk. Repeating an op has no effect. Throws `RooError` `not_pending` for an answer without a request. */
  submit(op: Op): Promise<void> {
    return this.#inbox.submit(op);
  }

  /** Runs to an outcome and records it. Never throws because of the model, a tool or the provider. */
  async run(): Promise<RunResult> {
    let outcome: Outcome;
    this.#budget.begin();
    try {
      this.#ensureStarted();
      this.#record.append(this.#runStart());
      const deadline = this.#startDeadline();
      outcome = await this.#loop().finally(() => deadline.abort());
    } catch (error) {
      outcome = outcomeOf(error);
    }
    const { taskId, turns, filesChanged } = this.state;
    const verification = this.state.verification ?? this.#ledger.judge([], { filesChanged }).verification ?? null;
    const totals = {
      turns,
      usage: addUsage(this.state.usage, this.orchestrator.stoppedUsage),
      filesChanged: [...this.state.filesChanged].sort(),
      durationMs: this.#budget.elapsedMs(),
    };
    const verified = outcome.status === "completed" ? verification : null;
    try {
      await this.#record.commit({
        type: "run.end",
        ...outcome,
        ...totals,
        verification: verified || undefined,
      });
    } catch (error) {
      // The event could not be written: the caller must learn why this run has no recorded end.
      outcome = outcome.status === "failed" ? outcome : outcomeOf(error);
    }
    return { taskId, verification: verified, ...outcome, ...totals };
  }

  #loop(): Promise<Outcome> {
    return runLoop({
      ports: this.#options,
      record: this.#record,
      inbox: this.#inbox,
      loops: this.#loops,
      ledger: this.#ledger,
      breaker: this.#breaker,
      orchestrator: this.orchestrator,
      budget: this.#budget,
      budgetNote: new BudgetNote(this.#budget),
      capabilities: this.#capabilities,
      memory: this.#memory,
      signal: this.#stop.signal,
    });
  }

  #budgetedClient({ client, context, parent }: AgentOptions): BudgetedClient {
    const budget = this.#budget;
    return new BudgetedClient({
      client,
      budget,
      estimate: async (request) => {
        // Before the first reply of a root task nothing else runs, and the start must not wait for a model list.
        const isAlone = !parent && this.state.turns === 0;
        if (isAlone || !budget.nearest()) return { turns: 1 };
        return estimateRequest(request, { context, meter: this.#memory.meter, state: this.state });
      },
    });
  }

  #limitedWorkspace({ workspace }: AgentOptions): AgentOptions["workspace"] {
    return limitWorkspace(workspace, {
      requireEditable: (paths) => requireEditable({ mode: this.mode, own: this.capabilities }, paths),
      mayExecute: () => this.capabilities.exec,
    });
  }

  #note(event: TaskEvent): void {
    this.#loops.fold(event);
    this.#ledger.fold(event);
    this.#memory.prefix.fold(event);
  }

  #ensureStarted(): void {
    if (this.state.lastSeq > 0) return;
    const { environment, instructions, parent } = this.#options;
    this.#record.append({
      type: "task.start",
      taskId: this.#record.taskId,
      mode: this.mode.slug,
      environment,
      instructions: instructions || undefined,
      parent: parent?.link,
      ceiling: this.#capabilities.hasCeiling ? this.#capabilities.ceiling : undefined,
      format: logFormat,
    });
  }

  #runStart(): Omit<EventOf<"run.start">, "seq" | "at"> {
    const { client, limits, policy, process } = this.#options;
    const autoApprove: ApprovalKind[] = [...policy.autoApprove];
    return {
      type: "run.start",
      provider: client.provider,
      model: client.model,
      limits,
      autoApprove,
      attended: policy.attended,
      ...process,
    };
  }

  /** Unlike other limits, a time limit also ends what is in progress. */
  #startDeadline(): AbortController {
    const cancelled = new AbortController();
    const { limits, clock } = this.#options;
    const { seconds } = limits;
    if (seconds === undefined) return cancelled;
    void clock.sleep(seconds * 1000, cancelled.signal).then(() => {
      if (!cancelled.signal.aborted) this.#stop.abort(stopped("limit", limitReached("time", `${seconds} seconds`)));
    });
    return cancelled;
  }
}
