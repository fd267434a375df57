import {
  addUsage,
  type EventDraft,
  noUsage,
  type PhaseReport,
  type RunResult,
  type Subtask,
  type SubtaskOrder,
  type SubtaskOutcome,
  type Usage,
  unlimited,
} from "@roo-code/types";
import { type AttemptStep, type CheckStep, nextSteps, type Step } from "./next-steps.ts";
import type { WorkflowPorts } from "./ports.ts";
import { checkCommand, stepMessage } from "./step-message.ts";
import { callName } from "./step-status.ts";
import { abortedOutcome, brokenOutcome, finishedOutcome, type WorkflowOutcome } from "./workflow-outcome.ts";
import { attemptEndEvents } from "./workflow-record.ts";
import { reportPhases } from "./workflow-report.ts";
import type { Attempt, WorkflowState } from "./workflow-state.ts";

export interface WorkflowResult extends RunResult {
  readonly phases: readonly PhaseReport[];
}

/** What is running in a lane. */
interface Work {
  /** Absent for a check. */
  readonly attempt?: Attempt;
  readonly done: Promise<void>;
}

const defaultTimeoutSeconds = 600;

/**
 * Runs a plan. The recorded state alone decides what to do next, so resuming an interrupted plan takes the same path.
 * Use an instance once.
 */
export class WorkflowRunner {
  readonly #ports: WorkflowPorts;
  readonly #running = new Map<string, Work>();
  readonly #broken = new AbortController();
  /** Of tasks that were stopped with the run, which no event records. */
  #stoppedUsage: Usage = noUsage();

  constructor(ports: WorkflowPorts) {
    this.#ports = ports;
  }

  get state(): WorkflowState {
    return this.#ports.record.state;
  }

  /** Runs to an outcome and records it. Never throws because a task or command failed. */
  async run({ signal }: { readonly signal: AbortSignal }): Promise<WorkflowResult> {
    const { record, clock, runStart } = this.#ports;
    const startedAt = clock.monotonic();
    let outcome: WorkflowOutcome;
    try {
      await record.commit(runStart);
      outcome = await this.#runPhases(signal);
    } catch (error) {
      outcome = brokenOutcome(error);
    }
    const { turns, taskId, usage, filesChanged } = this.state;
    const totals = {
      turns,
      usage: addUsage(usage, this.#stoppedUsage),
      filesChanged: [...filesChanged].sort(),
      durationMs: Math.round(clock.monotonic() - startedAt),
    };
    try {
      await record.commit({ type: "run.end", ...outcome, ...totals });
    } catch (error) {
      // The write failed. What was durable is safe; the caller must learn why this run has no recorded end.
      outcome = outcome.status === "failed" ? outcome : brokenOutcome(error);
    }
    return { taskId, verification: null, ...outcome, ...totals, phases: reportPhases(this.state) };
  }

  async #runPhases(outer: AbortSignal): Promise<WorkflowOutcome> {
    const signal = AbortSignal.any([outer, this.#broken.signal]);
    if (this.state.children === 0) await this.#takeFirstSnapshot(signal);
    const steps = await this.#loop(signal);
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    if (this.#broken.signal.aborted) return brokenOutcome(this.#broken.signal.reason);
    if (steps.length === 0) return finishedOutcome(this.state);
    const exhausted = this.#ports.budget.exhausted();
    return outer.aborted || !exhausted
      ? abortedOutcome(outer.reason)
      : { status: "limit", result: null, error: exhausted };
  }

  /** Without it the changes of the first subtask could be neither shown nor undone. */
  async #takeFirstSnapshot(signal: AbortSignal): Promise<void> {
    const label = "the first subtask";
    const saved = signal.aborted ? undefined : await this.#ports.snapshot(label);
    if (saved) this.#ports.record.append({ type: "snapshot.added", snapshot: saved.id, label, skipped: saved.skipped });
  }

  /** Returns the steps that are left: none, unless the run was stopped or reached a limit. */
  async #loop(signal: AbortSignal): Promise<readonly Step[]> {
    const aborted = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    for (;;) {
      const steps = nextSteps(this.state);
      if (signal.aborted || steps.length === 0) return steps;
      if (this.#recordPhases(steps)) continue;
      await this.#start(steps, signal);
      if (this.#running.size === 0 && !signal.aborted) return steps;
      await Promise.race([aborted, ...[...this.#running.values()].map(({ done }) => done)]);
    }
  }

  #recordPhases(steps: readonly Step[]): boolean {
    const drafts = steps.flatMap((step): EventDraft[] => {
      if (step.kind === "phase.start") return [{ type: step.kind, phase: step.phase }];
      return step.kind === "phase.end" ? [{ type: step.kind, phase: step.phase, status: step.status }] : [];
    });
    if (drafts.length > 0) this.#ports.record.append(...drafts);
    return drafts.length > 0;
  }

  /** Checks run first and alone: a task in the same folder would change the files they look at. */
  async #start(steps: readonly Step[], signal: AbortSignal): Promise<void> {
    const { budget, concurrency } = this.#ports;
    const work = [...this.#running.values()];
    const checks = steps.filter((step) => step.kind === "check");
    if (checks.length > 0) {
      const isFree = work.every(({ attempt }) => attempt?.worktree !== undefined);
      const [check] = checks;
      if (check && isFree && work.length < concurrency) this.#launch(check.lane, {}, this.#check(check, signal));
      return;
    }
    if (budget.exhausted()) return;
    const waiting = steps.filter((step) => step.kind === "attempt").filter(({ lane }) => !this.#running.has(lane));
    await this.#startAttempts(waiting.slice(0, concurrency - work.length), signal);
  }

  async #startAttempts(steps: readonly AttemptStep[], signal: AbortSignal): Promise<void> {
    const newSteps = steps.filter(({ open }) => !open);
    const resumed = steps.flatMap(({ lane, open }) => (open ? [{ lane, attempt: open }] : []));
    const orders = newSteps.map((step) => this.#order(step));
    const places = orders.length > 0 ? await this.#place(orders, resumed) : [];
    if (signal.aborted) return;
    const started = newSteps.flatMap((step, index) => {
      const [order, place] = [orders[index], places[index]];
      if (!order || !place) return [];
      const { mode, message } = order;
      const { attempts } = step.subtask ?? step.phase.repairs;
      const callId = callName(step.lane, attempts.length + 1);
      const agent = `child-${this.state.children + 1}`;
      this.#ports.record.append({ type: "subtask.start", callId, agent, mode, message, ...place });
      const attempt = attempts.at(-1);
      return attempt ? [{ lane: step.lane, attempt }] : [];
    });
    for (const { lane, attempt } of [...resumed, ...started])
      this.#launch(lane, { attempt }, this.#attempt(attempt, signal));
  }

  #order(step: AttemptStep): SubtaskOrder {
    const { plan } = this.state;
    const mode = step.subtask?.spec.mode ?? step.phase.spec.mode ?? plan?.mode ?? "code";
    return { mode, message: stepMessage(this.state, step), todos: [] };
  }

  /** The running ones count as well, though they have their places: two that write need separate copies. */
  async #place(orders: readonly SubtaskOrder[], resumed: readonly { readonly attempt: Attempt }[]) {
    const running = [...this.#running.values(), ...resumed].flatMap(({ attempt }) =>
      attempt ? [toOrder(attempt)] : [],
    );
    const places = await this.#ports.subtasks.place([...running, ...orders]);
    return places.slice(running.length);
  }

  #launch(lane: string, work: Pick<Work, "attempt">, running: Promise<void>): void {
    const done = running
      // Such an error ends the whole run: the disk is full, or there is a bug.
      .catch((error: unknown) => this.#broken.abort(error))
      .finally(() => this.#running.delete(lane));
    this.#running.set(lane, { ...work, done });
  }

  async #attempt(attempt: Attempt, signal: AbortSignal): Promise<void> {
    const { record, subtasks, budget } = this.#ports;
    await record.commit();
    const outcome = await subtasks.run(toSubtask(attempt), { signal, budget, ceiling: unlimited });
    const isStopped = signal.aborted && outcome.status !== "completed";
    if (isStopped || (outcome.status === "limit" && budget.exhausted())) return this.#leaveOpen(outcome);
    const ended = attemptEndEvents(attempt, outcome);
    const label = `after ${attempt.callId}`;
    const saved = signal.aborted ? undefined : await this.#ports.changes.run(() => this.#ports.snapshot(label));
    if (!saved) return record.commit(...ended);
    await record.commit(...ended, { type: "snapshot.added", snapshot: saved.id, label, skipped: saved.skipped });
  }

  /** Records no end: the attempt is resumed with the run. */
  #leaveOpen({ usage }: SubtaskOutcome): void {
    this.#stoppedUsage = addUsage(this.#stoppedUsage, usage);
  }

  async #check({ step, check }: CheckStep, signal: AbortSignal): Promise<void> {
    const { record } = this.#ports;
    const { plan } = this.state;
    const command = plan ? checkCommand(plan, check.command) : check.command;
    const timeoutMs = (check.timeout ?? defaultTimeoutSeconds) * 1000;
    await record.commit();
    const outcome = await this.#ports.changes.run(() => this.#ports.check(command, { timeoutMs, signal }));
    if (signal.aborted) return;
    await record.commit({ type: "check.end", step, command, ...outcome });
  }
}

function toOrder({ mode, message }: Attempt): SubtaskOrder {
  return { mode, message, todos: [] };
}

function toSubtask(attempt: Attempt): Subtask {
  const { callId, taskId, agent, worktree } = attempt;
  return { ...toOrder(attempt), callId, taskId, agent, worktree };
}
