import {
  type ApprovalKind,
  addUsage,
  type BudgetShare,
  type Capabilities,
  type Environment,
  type EventOf,
  effectiveEvents,
  type Limits,
  logFormat,
  type Mode,
  messageText,
  type Op,
  RooError,
  type RunResult,
  type SubtaskOrder,
  type SubtaskOutcome,
  type TaskEvent,
  type TaskState,
  type ToolDefinition,
  userMessage,
} from "@roo-code/types";
import { Answers } from "./answers.ts";
import { Budget, limit } from "./budget.ts";
import { limitWorkspace } from "./capabilities/limit-workspace.ts";
import type { TaskCapabilities } from "./capabilities/task-capabilities.ts";
import { EvidenceLedger } from "./completion/evidence-ledger.ts";
import { RequestMemory } from "./context/request-memory.ts";
import { systemPrompt } from "./context/system-prompt.ts";
import { ModeOrchestrator, type ModeSource } from "./mode-orchestrator.ts";
import { isOffered, requireEditable } from "./modes/mode-rules.ts";
import type { AgentPorts } from "./ports.ts";
import { CircuitBreaker } from "./recovery/circuit-breaker.ts";
import { LoopGuard } from "./recovery/loop-guard.ts";
import { settle } from "./settle.ts";
import { BudgetNote } from "./spending/budget-note.ts";
import { BudgetedClient } from "./spending/budgeted-client.ts";
import { estimateRequest } from "./spending/estimate-request.ts";
import { abortedBy, type Outcome, outcomeOf, stopped } from "./stop.ts";
import type { TaskRecord } from "./task-record.ts";
import { takeTurn } from "./turn.ts";

export interface AgentOptions extends Omit<AgentPorts, "mode"> {
  readonly record: TaskRecord;
  /** The mode the task is in, and what it may do. */
  readonly capabilities: TaskCapabilities;
  /** What the log held when it was opened; empty for a new task. Not kept. */
  readonly history: readonly TaskEvent[];
  /** Used when the task is new; a task taken up again keeps its own. */
  readonly environment: Environment;
  /** Rules and custom instructions, likewise. */
  readonly instructions?: string;
  readonly modes: ModeSource;
  readonly limits: Limits;
  /** For a task that works for another one. */
  readonly parent?: AgentParent | undefined;
  readonly process: { readonly pid: number; readonly version: string };
}

/** The task that this one works for, and what it may use of what that one has. */
export interface AgentParent {
  readonly link: NonNullable<EventOf<"task.start">["parent"]>;
  readonly budget: BudgetShare;
  readonly ceiling: Capabilities;
  /** What the tasks above it, and it itself, were asked to do. */
  readonly ancestry: readonly SubtaskOrder[];
}

const cutRepliesAllowed = 3;

/** One agent on one task: takes ops, and runs until it is done, stopped or at a limit. */
export class Agent {
  readonly #options: Omit<AgentOptions, "history">;
  readonly #record: TaskRecord;
  readonly #loops = new LoopGuard();
  readonly #ledger = new EvidenceLedger();
  readonly #breaker: CircuitBreaker;
  readonly #answers: Answers;
  readonly #stop = new AbortController();
  readonly #memory: RequestMemory;
  readonly #budget: Budget;
  readonly #budgetNote: BudgetNote;
  readonly #capabilities: TaskCapabilities;
  /** Changes the mode, and has other tasks work for this one. */
  readonly orchestrator: ModeOrchestrator;

  constructor(options: AgentOptions) {
    const { history, ...rest } = options;
    const { clock, limits, parent, modes, subtasks } = options;
    this.#record = options.record;
    this.#capabilities = options.capabilities;
    this.#answers = new Answers(clock);
    this.#breaker = new CircuitBreaker(clock);
    this.#memory = new RequestMemory(options.context);
    for (const event of effectiveEvents(history)) this.#note(event);
    this.#record.follow({ onNew: (event) => this.#note(event), onDurable: options.observe });
    this.#budget = new Budget({
      limits,
      clock,
      whole: parent?.budget,
      onWarning: ({ percent, message }) =>
        this.#record.append({ type: "notice.added", code: `budget_${percent}`, message }),
    });
    this.#budgetNote = new BudgetNote(this.#budget);
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

  /** The mode the task is in now; the one it was opened in until it changes. */
  get mode(): Mode {
    return this.#capabilities.mode;
  }

  /** What the task may do now, by whatever tool. */
  get capabilities(): Capabilities {
    return this.#capabilities.now;
  }

  /** Puts the task into another mode, for a program or a person. Throws `ToolFailure` when there is none such. */
  async switchMode(slug: string, reason: string): Promise<void> {
    this.#ensureStarted();
    if (slug !== this.state.mode) await this.#record.commit(this.orchestrator.switchTo(slug, reason));
  }

  /** Has another task do it, for a program in place of the model; while this one does not run. Throws `ToolFailure`. */
  delegate(order: SubtaskOrder): Promise<SubtaskOutcome> {
    this.#ensureStarted();
    return this.orchestrator.createSubtask(order);
  }

  /** Resolves when the op is on disk. The same op again changes nothing; one that fits nothing is refused. */
  async submit(op: Op): Promise<void> {
    const { state } = this.#record;
    if (op.type === "run.abort") {
      this.#stop.abort(abortedBy(op));
      return;
    }
    if (op.type === "context.condense") {
      this.#memory.isSummaryAsked = true;
      return;
    }
    if (state.opIds.has(op.opId)) return;
    switch (op.type) {
      case "message.send":
        this.#ensureStarted();
        await this.#record.commit({
          type: "message.added",
          opId: op.opId,
          message: userMessage(op.text, op.images, op.attachment),
          ...(op.seen && { seen: op.seen }),
        });
        return;
      case "approval.answer": {
        const { opId, callId, decision, feedback } = op;
        requirePending(
          state.openCalls.some((open) => open.call.callId === callId && open.pendingApproval),
          callId,
        );
        await this.#record.commit({
          type: "approval.end",
          opId,
          callId,
          decision,
          ...(feedback !== undefined && { feedback }),
        });
        break;
      }
      case "question.answer": {
        const { opId, callId, answer } = op;
        requirePending(
          state.openCalls.some((open) => open.call.callId === callId && open.pendingQuestion),
          callId,
        );
        await this.#record.commit({ type: "question.end", opId, callId, answer });
      }
    }
    this.#answers.wake();
  }

  /** Runs to an outcome and records it; never throws for what the model, a tool or the provider did. */
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
        ...(verified && { verification: verified }),
      });
    } catch (error) {
      // The disk refused. What was durable is safe; the caller must learn why this run has no recorded end.
      outcome = outcome.status === "failed" ? outcome : outcomeOf(error);
    }
    return { taskId, verification: verified, ...outcome, ...totals };
  }

  /** State in, next step out: a resumed task needs no path of its own. */
  async #loop(): Promise<Outcome> {
    const { signal } = this.#stop;
    const record = this.#record;
    let told: Told | undefined;
    for (;;) {
      signal.throwIfAborted();
      const { mode } = this;
      const ports = { ...this.#options, mode };
      if (this.state.openCalls.length > 0) {
        await settle({ ...this.#settling, ports, own: this.#capabilities.in(mode), record, signal });
        continue;
      }
      const done = completionOf(this.state);
      if (done !== undefined) return { status: "completed", result: done };
      const exhausted = this.#budget.exhausted();
      if (exhausted) throw stopped("limit", exhausted);
      // A crash may leave a task without its first message: a model that is asked for nothing does anything.
      if (this.state.messages.length === 0) throw stopped("failed", nothingSaid);
      this.#askToGoOn();
      if (told?.mode !== ports.mode.slug) told = await this.#tell(ports);
      const { systemPrompt: prompt, tools } = told;
      await takeTurn({ ports, record, memory: this.#memory, systemPrompt: prompt, tools, signal });
    }
  }

  get #settling() {
    return {
      loops: this.#loops,
      ledger: this.#ledger,
      breaker: this.#breaker,
      answers: this.#answers,
      orchestrator: this.orchestrator,
      budgetNote: this.#budgetNote,
    };
  }

  #budgetedClient({ client, context, parent }: AgentOptions): BudgetedClient {
    const budget = this.#budget;
    return new BudgetedClient({
      client,
      budget,
      estimate: async (request) => {
        // Nobody else is at work before a root's first reply, and the start must not wait for a list of models.
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

  async #tell(ports: AgentPorts): Promise<Told> {
    const { mode, tools, client } = ports;
    const own = this.#capabilities.in(mode);
    return {
      mode: mode.slug,
      systemPrompt: systemPrompt(mode, this.state, this.#capabilities.explain(mode)),
      tools: await tools.definitions((group) => isOffered(own, group), client.model),
    };
  }

  #note(event: TaskEvent): void {
    this.#loops.fold(event);
    this.#ledger.fold(event);
    this.#memory.prefix.fold(event);
  }

  /** A reply cut off at the output limit is neither an answer nor the end. */
  #askToGoOn(): void {
    const { cutRepliesInRow, turns } = this.state;
    if (cutRepliesInRow === 0 || this.state.messages.at(-1)?.role !== "assistant") return;
    if (cutRepliesInRow > cutRepliesAllowed)
      throw stopped(
        "limit",
        limit("length", `${cutRepliesAllowed} replies in a row cut off by the model's output limit`),
      );
    const message = userMessage(
      "Your reply was cut off at the output limit. Go on exactly where it stopped, or do it in smaller parts.",
    );
    this.#record.append({ type: "message.added", opId: `go-on-${turns}`, message });
  }

  #ensureStarted(): void {
    if (this.state.lastSeq > 0) return;
    const { environment, instructions, parent } = this.#options;
    this.#record.append({
      type: "task.start",
      taskId: this.#record.taskId,
      mode: this.mode.slug,
      environment,
      ...(instructions && { instructions }),
      ...(parent && { parent: parent.link }),
      ...(this.#capabilities.hasCeiling && { ceiling: this.#capabilities.ceiling }),
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

  /** Time is the one limit that must also end what is under way. */
  #startDeadline(): AbortController {
    const cancelled = new AbortController();
    const { limits, clock } = this.#options;
    const { seconds } = limits;
    if (seconds === undefined) return cancelled;
    void clock.sleep(seconds * 1000, cancelled.signal).then(() => {
      if (!cancelled.signal.aborted) this.#stop.abort(stopped("limit", limit("time", `${seconds} seconds`)));
    });
    return cancelled;
  }
}

/** What the model is told beside the conversation. */
interface Told {
  readonly mode: string;
  readonly systemPrompt: string;
  readonly tools: readonly ToolDefinition[];
}

/** A final answer without calls, or what attempt_completion said; undefined while the model has the next word. */
function completionOf(state: TaskState): string | undefined {
  if (state.completion !== undefined) return state.completion;
  const last = state.messages.at(-1);
  if (state.cutRepliesInRow > 0) return undefined;
  return last?.role === "assistant" ? messageText(last) : undefined;
}

const nothingSaid = {
  code: "nothing_said",
  message: "Nothing was said to this task, or a crash came before it was kept. Say it again, and the task goes on.",
};

function requirePending(isPending: boolean, callId: string): void {
  if (!isPending)
    throw new RooError({ code: "not_pending", message: `Nothing is waiting for an answer to call ${callId}.` });
}
