import { setTimeout as sleep } from "node:timers/promises";
import type { Bus } from "@roo-code/store/bus";
import { type Database, retryOnOutage } from "@roo-code/store/database";
import type { EvalRun, TrialLimit } from "@roo-code/types";
import PQueue from "p-queue";
import type { TrialExecutor } from "../executors/executor.ts";
import {
  clearHeartbeat,
  countFree,
  defaultTerms,
  failLostTrials,
  finishTrial,
  type LeaseTerms,
  limitRun,
  type RunProgress,
  releaseTrial,
  renewLeases,
  sendHeartbeat,
  settleRun,
  takeTrial,
  thisHolder,
} from "../queue/index.ts";
import type { AgentUpdate } from "../trial-agent.ts";
import { ActiveTrial, ActiveTrials, clearOrphans, reachedLimit } from "./active-trials.ts";
import { buildJob } from "./build-job.ts";
import { RunAnnouncer } from "./run-announcer.ts";

export interface ControllerOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly executor: TrialExecutor;
  /** Opened with `openRun`. */
  readonly run: EvalRun;
  /** The folder for artifacts. */
  readonly home: string;
  /** How many trials at a time; the run's setting by default. */
  readonly concurrency?: number | undefined;
  /** Interrupts the run, which can be resumed. */
  readonly signal: AbortSignal;
  readonly terms?: LeaseTerms;
  readonly heartbeatMs?: number;
}

/** Why a controller stopped. */
export type ControlEnd = "finished" | "limit" | "cancelled" | "interrupted";

/**
 * Runs the trials of a run until none is left, a limit is reached, or it is stopped. Any number of controllers may work on one run,
 * and any of them may be killed: the queue is in the database. Throws `RooError` `database_unreachable`.
 */
export function controlRun(options: ControllerOptions): Promise<ControlEnd> {
  return new RunController(options).work();
}

const defaultHeartbeatMs = 5_000;
/** How often to check for trials that other controllers lost, or whose retry is due. */
const pollMs = 250;

class RunController {
  readonly #options: ControllerOptions;
  readonly #runId: number;
  readonly #terms: LeaseTerms;
  readonly #heartbeatMs: number;
  readonly #holder = thisHolder();
  readonly #announcer: RunAnnouncer;
  readonly #active = new ActiveTrials();
  readonly #queue: PQueue;
  /** Aborted when no more trials may start. */
  readonly #over = new AbortController();
  #end: ControlEnd = "finished";
  #failure: unknown;
  #progress: RunProgress | undefined;
  #heartbeatInFlight: Promise<void> | undefined;

  constructor(options: ControllerOptions) {
    const { run, bus, terms = defaultTerms, heartbeatMs = defaultHeartbeatMs } = options;
    this.#options = options;
    this.#runId = run.id;
    this.#terms = terms;
    this.#heartbeatMs = heartbeatMs;
    this.#queue = new PQueue({ concurrency: options.concurrency ?? run.request.concurrency });
    const runnerLifeMs = run.request.timeoutMinutes * 60_000;
    this.#announcer = new RunAnnouncer(bus, { runId: run.id, runnerLifeMs });
  }

  async work(): Promise<ControlEnd> {
    const { signal } = this.#options;
    const interrupt = () => this.#finish("interrupted", { kills: true });
    signal.addEventListener("abort", interrupt, { once: true });
    if (signal.aborted) interrupt();
    const timer = setInterval(() => void this.#heartbeat(), this.#heartbeatMs);
    try {
      await this.#prepare();
      await this.#runAll();
    } catch (error) {
      this.#fail(error);
    } finally {
      clearInterval(timer);
      signal.removeEventListener("abort", interrupt);
      this.#active.killAll();
      await this.#queue.onIdle();
      await this.#heartbeatInFlight;
    }
    if (this.#failure !== undefined && this.#end !== "interrupted") throw this.#failure;
    await this.#detach();
    return this.#end;
  }

  async #prepare(): Promise<void> {
    const { database, run } = this.#options;
    await this.#query(() => clearOrphans(database, run));
    await this.#heartbeat();
  }

  async #runAll(): Promise<void> {
    const { database } = this.#options;
    while (!this.#over.signal.aborted) {
      await this.#query(() => failLostTrials(database, this.#runId, this.#terms));
      const free = await this.#query(() => countFree(database, this.#runId));
      for (let count = 0; count < free; count += 1) void this.#queue.add(() => this.#runNext());
      await this.#queue.onIdle();
      if (this.#over.signal.aborted) return;
      const { left } = await this.#query(() => settleRun(database, this.#runId));
      if (left === 0) return;
      if (free === 0) await sleep(pollMs, undefined, { signal: this.#over.signal }).catch(() => {});
    }
  }

  /** Never throws: a trial's failure does not concern others, and any other failure stops the controller. */
  async #runNext(): Promise<void> {
    if (this.#over.signal.aborted) return;
    try {
      const { database } = this.#options;
      const job = { runId: this.#runId, holder: this.#holder, leaseMs: this.#terms.leaseMs };
      const lease = await this.#query(() => takeTrial(database, job));
      if (lease) await this.#run(new ActiveTrial(lease));
    } catch (error) {
      this.#fail(error);
    }
  }

  async #run(active: ActiveTrial): Promise<void> {
    const { database, executor, run, home } = this.#options;
    const { lease } = active;
    this.#active.add(active);
    this.#announcer.trialStarted(lease);
    try {
      if (this.#over.signal.aborted) return await this.#release(active);
      const job = buildJob(run, lease, home);
      active.running = executor.start(job, (update) => this.#onUpdate(active, update));
      const report = { ...(await active.running.end), artifacts: job.artifacts };
      if (active.isLost) return;
      if (this.#isKilled) return await this.#release(active);
      const finish = await retryOnOutage(database, () => finishTrial(database, lease, { report, terms: this.#terms }));
      this.#announcer.trialEnded(lease, { report, finish });
    } finally {
      this.#active.remove(active);
    }
  }

  get #isKilled(): boolean {
    return this.#end === "cancelled" || this.#end === "interrupted";
  }

  async #release({ lease }: ActiveTrial): Promise<void> {
    const { database } = this.#options;
    const reason = { code: this.#end, message: "The trial was stopped before it had a result." };
    await retryOnOutage(database, () => releaseTrial(database, lease, reason), { timeoutMs: 5_000 });
  }

  #onUpdate(active: ActiveTrial, update: AgentUpdate): void {
    this.#announcer.trialUpdated(active.lease, update);
    if (update.type !== "usage") return;
    active.metrics = update.metrics;
    // The next heartbeat may be too late for a limit.
    if (this.#progress && this.#limitReachedWith(this.#progress)) void this.#heartbeat();
  }

  #limitReachedWith({ workedMs, tokens, cost }: RunProgress): TrialLimit | null {
    const unreported = this.#active.unreported();
    const spent = { workedMs, tokens: tokens + unreported.tokens, cost: cost + unreported.cost };
    return reachedLimit(this.#options.run.request.runLimits, spent);
  }

  /** One at a time: a second call meanwhile returns the same promise. Never throws. */
  #heartbeat(): Promise<void> {
    this.#heartbeatInFlight ??= this.#heartbeatOnce()
      // The leases last for a while; the next heartbeat may succeed.
      .catch(() => this.#options.database.revive().catch(() => {}))
      .finally(() => {
        this.#heartbeatInFlight = undefined;
      });
    return this.#heartbeatInFlight;
  }

  async #heartbeatOnce(): Promise<void> {
    const { database, run } = this.#options;
    this.#announcer.heartbeat();
    const active = this.#active.all;
    const reported = active.map(({ metrics }) => metrics);
    this.#active.killLost(await renewLeases(database, active, this.#terms));
    for (const [index, trial] of active.entries()) trial.reported = reported[index] ?? trial.reported;
    const progress = await sendHeartbeat(database, this.#runId, 2 * this.#heartbeatMs);
    this.#progress = progress;
    const limit =
      progress?.status === "running" ? reachedLimit(run.request.runLimits, progress) : (progress?.limit ?? null);
    if (limit !== null && progress?.status === "running") await limitRun(database, this.#runId, limit);
    if (limit !== null) this.#finish("limit", { limit });
    else if (!progress || progress.status === "cancelled") this.#finish("cancelled", { kills: true });
  }

  #finish(end: ControlEnd, { limit, kills = false }: { limit?: TrialLimit; kills?: boolean }): void {
    if (!this.#over.signal.aborted) this.#end = end;
    this.#over.abort();
    this.#queue.clear();
    if (limit !== undefined) this.#active.stopAll(limit);
    if (kills) this.#active.killAll();
  }

  /** For failures of the whole run: the database stays unreachable, or there is a bug. */
  #fail(error: unknown): void {
    // Stopped while waiting for the database.
    if (error instanceof Error && error.name === "AbortError") return;
    this.#failure ??= error;
    this.#finish(this.#end, { kills: true });
  }

  async #detach(): Promise<void> {
    const { database } = this.#options;
    const settle = async () => {
      await sendHeartbeat(database, this.#runId, 2 * this.#heartbeatMs);
      await settleRun(database, this.#runId);
      await clearHeartbeat(database, this.#runId);
    };
    await retryOnOutage(database, settle, { timeoutMs: this.#end === "interrupted" ? 5_000 : 60_000 });
  }

  #query<Value>(work: () => Promise<Value>): Promise<Value> {
    return retryOnOutage(this.#options.database, work, { signal: this.#over.signal });
  }
}
