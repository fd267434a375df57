import { rmSync } from "node:fs";
import { join } from "node:path";
import { checkAgent, keyVariable, loadSuite, selectExercises } from "@roo-code/evals";
import type { Bus } from "@roo-code/evals/control";
import { evalKeyFor, withEvalModel } from "@roo-code/host/evals";
import { type EvalRun, type EvalRunRequest, RooError } from "@roo-code/types";
import type { ServerParts } from "./server-parts.ts";

const control = () => import("@roo-code/evals/control");

export interface EvalRunsOptions {
  /** The command that starts a runner for one trial; undefined if there is none. */
  readonly runner: readonly string[] | undefined;
  /** The folder whose settings name the default profile. */
  readonly folder: string;
}

/** Eval runs of this process. They are stored in the database and can be resumed here or elsewhere. */
export class EvalRuns {
  readonly #parts: ServerParts;
  readonly #options: EvalRunsOptions;
  readonly #active = new Map<number, Promise<void>>();
  readonly #stop = new AbortController();
  #bus: Promise<Bus> | undefined;

  constructor(parts: ServerParts, options: EvalRunsOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** Throws `unknown_suite`, `no_exercises`, `unknown_agent`, `cap_not_countable`, `answers_not_hidden`, `secret_in_settings`, and what choosing a model throws. */
  async create(requested: EvalRunRequest): Promise<EvalRun> {
    this.#requireRunner();
    await checkAgent(requested);
    const exercises = selectExercises(await loadSuite(requested.suite), requested);
    const { request, model } = await withEvalModel(requested, this.#modelContext);
    const { createRun, openRun, readRun } = await control();
    const run = await this.#parts.database.use(async (database) => {
      const runId = await createRun(database, { request, model, exercises });
      await openRun(database, runId);
      return readRun(database, runId);
    });
    await this.#work(run);
    return run;
  }

  /** Resumes the remaining trials. Throws `unknown_run`. */
  async resume(runId: number): Promise<EvalRun> {
    this.#requireRunner();
    const { openRun, readRun } = await control();
    const run = await this.#parts.database.use(async (database) => {
      await openRun(database, runId);
      return readRun(database, runId);
    });
    await this.#work(run);
    return run;
  }

  /** Also deletes its files on this machine. Throws `unknown_run`, `run_busy`. */
  async remove(runId: number): Promise<void> {
    const { artifactsFolder, removeRun } = await control();
    await this.#parts.database.use((database) => removeRun(database, runId));
    rmSync(join(artifactsFolder(this.#parts.home), String(runId)), { recursive: true, force: true });
  }

  /** Carries updates of runs, within this process or through `REDIS_URL`. */
  bus(): Promise<Bus> {
    const { environment } = this.#parts;
    this.#bus ??= control().then(({ openBus }) => openBus({ url: environment["REDIS_URL"] }));
    this.#bus.catch(() => {
      this.#bus = undefined;
    });
    return this.#bus;
  }

  /** Stops everything; interrupted trials are repeated when the run is resumed. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#active.values());
    const bus = await this.#bus?.catch(() => undefined);
    await bus?.close();
  }

  get #modelContext() {
    const { host, environment } = this.#parts;
    return { host, environment, folder: this.#options.folder };
  }

  async #work(run: EvalRun): Promise<void> {
    if (this.#active.has(run.id) || this.#stop.signal.aborted) return;
    const { database, home, environment, log } = this.#parts;
    const { controlRun, processExecutor } = await control();
    const key = await evalKeyFor(run.request, this.#modelContext);
    const executor = processExecutor({
      runner: this.#requireRunner(),
      environment: { ...environment, ...(key !== undefined && { [keyVariable]: key }) },
    });
    const bus = await this.bus();
    const { signal } = this.#stop;
    const active = database
      .use((open) => controlRun({ database: open, bus, executor, run, home, signal }))
      .then(
        (end) => log.info({ run: run.id, end }, "eval run ended"),
        (error: unknown) => log.error({ run: run.id, error }, "eval run failed"),
      )
      .finally(() => this.#active.delete(run.id));
    this.#active.set(run.id, active);
  }

  #requireRunner(): readonly string[] {
    const { runner } = this.#options;
    if (runner) return runner;
    throw new RooError({
      code: "unavailable",
      message: "This server has no runner for evals.",
      next: "Start runs with: roo evals run",
    });
  }
}
