import { setTimeout as sleep } from "node:timers/promises";
import type { Bus } from "@roo-code/store/bus";
import { type Database, throughOutages } from "@roo-code/store/database";
import type { EvalRun, TrialLimit } from "@roo-code/types";
import PQueue from "p-queue";
import type { TrialExecutor } from "../executors/executor.ts";
import {
  abandonLost,
  beat,
  countFree,
  finishTrial,
  type LeaseTerms,
  leaveRun,
  limitRun,
  ownHolder,
  type RunPulse,
  releaseTrial,
  renewLeases,
  settleRun,
  takeTrial,
  usualTerms,
} from "../queue/index.ts";
import type { AgentNews } from "../trial-agent.ts";
import { clearOrphans } from "./clear-orphans.ts";
import { Held, HeldTrials } from "./held-trials.ts";
import { orderFor } from "./order-for.ts";
import { RunAnnouncer } from "./run-announcer.ts";
import { reachedCap } from "./run-caps.ts";

export interface ControllerOptions {
  readonly database: Database;
  readonly bus: Bus;
  readonly executor: TrialExecutor;
  /** One that was opened. */
  readonly run: EvalRun;
  /** Where artifacts are kept. */
  readonly home: string;
  /** How many trials at a time; as the run says unless given. */
  readonly concurrency?: number | undefined;
  /** Lets go of everything; the run can be gone on with. */
  readonly signal: AbortSignal;
  readonly terms?: LeaseTerms;
  readonly beatMs?: number;
}

/** Why a controller had no more to do. */
export type ControlEnd = "finished" | "limit" | "cancelled" | "interrupted";

/**
 * Has the trials of a run tried until none is left, a cap is reached, or somebody stops it. Any number of controllers may
 * work on one run, and any of them may be killed: the queue is in the database. Throws `RooError` `database_unreachable`.
 */
export function controlRun(options: ControllerOptions): Promise<ControlEnd> {
  return new RunController(options).work();
}

const usualBeatMs = 5_000;
/** How often to look whether what others hold or what waits after an error is free. */
const idleMs = 250;

class RunController {
  readonly #options: ControllerOptions;
  readonly #runId: number;
  readonly #terms: LeaseTerms;
  readonly #beatMs: number;
  readonly #holder = ownHolder();
  readonly #announcer: RunAnnouncer;
  readonly #held = new HeldTrials();
  readonly #queue: PQueue;
  /** Aborted when nothing more is to be begun. */
  readonly #over = new AbortController();
  #end: ControlEnd = "finished";
  #failure: unknown;
  #pulse: RunPulse | undefined;
  #beating: Promise<void> | undefined;

  constructor(options: ControllerOptions) {
    const { run, bus, terms = usualTerms, beatMs = usualBeatMs } = options;
    this.#options = options;
    this.#runId = run.id;
    this.#terms = terms;
    this.#beatMs = beatMs;
    this.#queue = new PQueue({ concurrency: options.concurrency ?? run.request.concurrency });
    const runnerLifeMs = run.request.timeoutMinutes * 60_000;
    this.#announcer = new RunAnnouncer(bus, { runId: run.id, runnerLifeMs });
  }

  async work(): Promise<ControlEnd> {
    const { signal } = this.#options;
    const interrupt = () => this.#finish("interrupted", { kills: true });
    signal.addEventListener("abort", interrupt, { once: true });
    if (signal.aborted) interrupt();
    const timer = setInterval(() => void this.#beat(), this.#beatMs);
    try {
      await this.#prepare();
      await this.#tryAll();
    } catch (error) {
      this.#fail(error);
    } finally {
      clearInterval(timer);
      signal.removeEventListener("abort", interrupt);
      this.#held.killAll();
      await this.#queue.onIdle();
      await this.#beating;
    }
    if (this.#failure !== undefined && this.#end !== "interrupted") throw this.#failure;
    await this.#leave();
    return this.#end;
  }

  async #prepare(): Promise<void> {
    const { database, run } = this.#options;
    await this.#ask(() => clearOrphans(database, run));
    await this.#beat();
  }

  async #tryAll(): Promise<void> {
    const { database } = this.#options;
    while (!this.#over.signal.aborted) {
      await this.#ask(() => abandonLost(database, this.#runId, this.#terms));
      const free = await this.#ask(() => countFree(database, this.#runId));
      for (let count = 0; count < free; count += 1) void this.#queue.add(() => this.#tryNext());
      await this.#queue.onIdle();
      if (this.#over.signal.aborted) return;
      const { left } = await this.#ask(() => settleRun(database, this.#runId));
      if (left === 0) return;
      if (free === 0) await sleep(idleMs, undefined, { signal: this.#over.signal }).catch(() => {});
    }
  }

  /** Never throws: one trial is nothing to another, and what concerns all ends the controller. */
  async #tryNext(): Promise<void> {
    if (this.#over.signal.aborted) return;
    try {
      const { database } = this.#options;
      const order = { runId: this.#runId, holder: this.#holder, leaseMs: this.#terms.leaseMs };
      const lease = await this.#ask(() => takeTrial(database, order));
      if (lease) await this.#try(new Held(lease));
    } catch (error) {
      this.#fail(error);
    }
  }

  async #try(held: Held): Promise<void> {
    const { database, executor, run, home } = this.#options;
    const { lease } = held;
    this.#held.add(held);
    this.#announcer.began(lease);
    try {
      if (this.#over.signal.aborted) return await this.#release(held);
      const order = orderFor(run, lease, home);
      held.running = executor.start(order, (news) => this.#hear(held, news));
      const report = { ...(await held.running.end), artifacts: order.artifacts };
      if (held.isLost) return;
      if (this.#isKilled) return await this.#release(held);
      const finish = await throughOutages(database, () => finishTrial(database, lease, { report, terms: this.#terms }));
      this.#announcer.ended(lease, { report, finish });
    } finally {
      this.#held.remove(held);
    }
  }

  get #isKilled(): boolean {
    return this.#end === "cancelled" || this.#end === "interrupted";
  }

  async #release({ lease }: Held): Promise<void> {
    const { database } = this.#options;
    const why = { code: this.#end, message: "It was stopped before anything came of it." };
    await throughOutages(database, () => releaseTrial(database, lease, why), { patienceMs: 5_000 });
  }

  #hear(held: Held, news: AgentNews): void {
    this.#announcer.news(held.lease, news);
    if (news.type !== "usage") return;
    held.metrics = news.metrics;
    // The next sign of life may be too late for a cap.
    if (this.#pulse && this.#capWith(this.#pulse)) void this.#beat();
  }

  #capWith({ workedMs, tokens, cost }: RunPulse): TrialLimit | null {
    const untold = this.#held.untold();
    const spent = { workedMs, tokens: tokens + untold.tokens, cost: cost + untold.cost };
    return reachedCap(this.#options.run.request.runLimits, spent);
  }

  /** One at a time: a second one that is asked for meanwhile is the same. Never throws. */
  #beat(): Promise<void> {
    this.#beating ??= this.#beatOnce()
      // The leases hold for a while; the next one may get through.
      .catch(() => this.#options.database.revive().catch(() => {}))
      .finally(() => {
        this.#beating = undefined;
      });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    const { database, run } = this.#options;
    this.#announcer.beat();
    const held = this.#held.all;
    const told = held.map(({ metrics }) => metrics);
    this.#held.lose(await renewLeases(database, held, this.#terms));
    for (const [index, trial] of held.entries()) trial.told = told[index] ?? trial.told;
    const pulse = await beat(database, this.#runId, 2 * this.#beatMs);
    this.#pulse = pulse;
    const cap = pulse?.status === "running" ? reachedCap(run.request.runLimits, pulse) : (pulse?.limit ?? null);
    if (cap !== null && pulse?.status === "running") await limitRun(database, this.#runId, cap);
    if (cap !== null) this.#finish("limit", { limit: cap });
    else if (!pulse || pulse.status === "cancelled") this.#finish("cancelled", { kills: true });
  }

  #finish(end: ControlEnd, { limit, kills = false }: { limit?: TrialLimit; kills?: boolean }): void {
    if (!this.#over.signal.aborted) this.#end = end;
    this.#over.abort();
    this.#queue.clear();
    if (limit !== undefined) this.#held.stopAll(limit);
    if (kills) this.#held.killAll();
  }

  /** Of what concerns the whole run: the database is gone for good, or we have a defect. */
  #fail(error: unknown): void {
    // Somebody had us stop while we waited for the database.
    if (error instanceof Error && error.name === "AbortError") return;
    this.#failure ??= error;
    this.#finish(this.#end, { kills: true });
  }

  async #leave(): Promise<void> {
    const { database } = this.#options;
    const settle = async () => {
      await beat(database, this.#runId, 2 * this.#beatMs);
      await settleRun(database, this.#runId);
      await leaveRun(database, this.#runId);
    };
    await throughOutages(database, settle, { patienceMs: this.#end === "interrupted" ? 5_000 : 60_000 });
  }

  #ask<Value>(work: () => Promise<Value>): Promise<Value> {
    return throughOutages(this.#options.database, work, { signal: this.#over.signal });
  }
}
