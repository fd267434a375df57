import {
  type ApprovalKind,
  type Environment,
  type EventOf,
  type Limits,
  logFormat,
  messageText,
  type Op,
  RooError,
  type RunResult,
  type TaskEvent,
  type TaskState,
  type TaskWriter,
  userMessage,
} from "@roo-code/types";
import { Budget, limit } from "./budget.ts";
import { Changes } from "./changes.ts";
import { systemPrompt } from "./context/system-prompt.ts";
import { isOffered } from "./modes/mode-rules.ts";
import type { AgentPorts } from "./ports.ts";
import { CircuitBreaker } from "./recovery/circuit-breaker.ts";
import { LoopGuard } from "./recovery/loop-guard.ts";
import { settle } from "./settle.ts";
import { type Outcome, outcomeOf, stopped } from "./stop.ts";
import { TaskRecord } from "./task-record.ts";
import { takeTurn } from "./turn.ts";

export interface AgentOptions extends AgentPorts {
  readonly writer: TaskWriter;
  /** What the log held when it was taken up; empty for a new task. Not kept. */
  readonly history: readonly TaskEvent[];
  /** Used when the task is new; a task taken up again keeps its own. */
  readonly environment: Environment;
  /** Rules and custom instructions, likewise. */
  readonly instructions?: string;
  readonly limits: Limits;
  readonly process: { readonly pid: number; readonly version: string };
}

const cutRepliesAllowed = 3;

/** One agent on one task: takes ops, and runs until it is done, stopped or at a limit. */
export class Agent {
  readonly #options: Omit<AgentOptions, "history">;
  readonly #record: TaskRecord;
  readonly #loops = new LoopGuard();
  readonly #breaker: CircuitBreaker;
  readonly #answers = new Changes();
  readonly #stop = new AbortController();

  constructor(options: AgentOptions) {
    const { history, ...rest } = options;
    this.#options = rest;
    this.#breaker = new CircuitBreaker(options.clock);
    this.#record = new TaskRecord({
      writer: options.writer,
      history,
      onFold: (event) => this.#loops.fold(event),
      onDurable: options.observe,
    });
  }

  get state(): TaskState {
    return this.#record.state;
  }

  /** Resolves when the op is on disk. The same op again changes nothing; one that fits nothing is refused. */
  async submit(op: Op): Promise<void> {
    const { state } = this.#record;
    if (op.type === "run.abort") {
      this.#stop.abort(
        stopped("aborted", { code: "aborted", message: "Aborted by the user. The task can be resumed." }),
      );
      return;
    }
    if (state.opIds.has(op.opId)) return;
    switch (op.type) {
      case "message.send":
        this.#ensureStarted();
        await this.#record.commit({ type: "message.added", opId: op.opId, message: userMessage(op.text, op.images) });
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
    const budget = new Budget({ limits: this.#options.limits, clock: this.#options.clock, state: this.state });
    let outcome: Outcome;
    try {
      this.#ensureStarted();
      this.#record.append(this.#runStart());
      const deadline = this.#startDeadline();
      outcome = await this.#loop(budget).finally(() => deadline.abort());
    } catch (error) {
      outcome = outcomeOf(error);
    }
    const { taskId, turns, usage } = this.state;
    const totals = { turns, usage, filesChanged: [...this.state.filesChanged].sort(), durationMs: budget.elapsedMs() };
    try {
      await this.#record.commit({ type: "run.end", ...outcome, ...totals });
    } catch (error) {
      // The disk refused. What was durable is safe; the caller must learn why this run has no recorded end.
      outcome = outcome.status === "failed" ? outcome : outcomeOf(error);
    }
    return { taskId, verification: null, ...outcome, ...totals };
  }

  /** State in, next step out: a resumed task needs no path of its own. */
  async #loop(budget: Budget): Promise<Outcome> {
    const { ports, signal } = { ports: this.#options, signal: this.#stop.signal };
    const record = this.#record;
    const tools = await ports.tools.definitions((group) => isOffered(ports.mode, group), ports.client.model);
    const prompt = systemPrompt(ports.mode, this.state);
    for (;;) {
      signal.throwIfAborted();
      if (this.state.openCalls.length > 0) {
        await settle({ ports, record, loops: this.#loops, breaker: this.#breaker, answers: this.#answers, signal });
        continue;
      }
      const done = completionOf(this.state);
      if (done !== undefined) return { status: "completed", result: done };
      const exhausted = budget.exhausted(this.state);
      if (exhausted) throw stopped("limit", exhausted);
      this.#askToGoOn();
      await takeTurn({ ports, record, systemPrompt: prompt, tools, signal });
    }
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
    const { writer, mode, environment, instructions } = this.#options;
    this.#record.append({
      type: "task.start",
      taskId: writer.taskId,
      mode: mode.slug,
      environment,
      ...(instructions && { instructions }),
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

/** A final answer without calls, or what attempt_completion said; undefined while the model has the next word. */
function completionOf(state: TaskState): string | undefined {
  if (state.completion !== undefined) return state.completion;
  const last = state.messages.at(-1);
  if (state.cutRepliesInRow > 0) return undefined;
  return last?.role === "assistant" ? messageText(last) : undefined;
}

function requirePending(isPending: boolean, callId: string): void {
  if (!isPending)
    throw new RooError({ code: "not_pending", message: `Nothing is waiting for an answer to call ${callId}.` });
}
