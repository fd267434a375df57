import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RooError, trialLimitSchema } from "@roo-code/types";
import { findAnswerPaths } from "../agents/confine/answer-paths.ts";
import { openAgent } from "../agents/open-agent.ts";
import { failedTrial } from "../executors/executor.ts";
import type { TrialReport } from "../queue/index.ts";
import { loadSuite } from "../suites/load-suite.ts";
import { runTrial } from "../trial/run-trial.ts";
import type { AgentInput, AgentOutcome, TrialAgent } from "../trial-agent.ts";
import { scratchPrefix } from "../trial-mark.ts";
import type { RunnerJob } from "./runner-protocol.ts";
import type { JobOptions, RunJob } from "./serve-runner.ts";

export interface RunnerOptions {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The command line of our own program, for our own agent. */
  readonly roo: readonly string[];
}

/** Loads the suite, opens the agent, runs and grades the trial. */
export function createJobRunner(parts: RunnerOptions): RunJob {
  return async (job, jobOptions) => {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), scratchPrefix(job.mark))));
    try {
      return await runTrialIn(scratch, job, jobOptions, parts);
    } catch (error) {
      return failedTrial(failureOf(error));
    } finally {
      rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
    }
  };
}

async function runTrialIn(
  scratch: string,
  job: RunnerJob,
  { signal, stop, observe }: JobOptions,
  parts: RunnerOptions,
): Promise<TrialReport> {
  const suite = await loadSuite(job.suite);
  const exercise = suite.exercises.find(({ language, name }) => language === job.language && name === job.exercise);
  if (!exercise) throw unknownExercise(job);
  const { settings, prompt, tests, limits, artifacts, runId, trialId } = job;
  const agent = new ObservedAgent(await openAgent(job.agent, { ...parts, settings, exercises: suite.exercises }), stop);
  const outcome = await runTrial({
    exercise,
    agent,
    tests,
    limits,
    artifacts,
    scratch,
    home: parts.home,
    hidden: findAnswerPaths({ suite: suite.folder, home: parts.home }),
    signal,
    context: { runId, trialId },
    observe,
    prompt,
  });
  const { taskId, mcp } = agent.last;
  return { ...outcome, taskId, mcp, artifacts };
}

function unknownExercise({ language, exercise, suite }: RunnerJob): RooError {
  return new RooError({
    code: "unknown_exercise",
    message: `The suite ${suite} has no exercise ${language}/${exercise}.`,
  });
}

function failureOf(error: unknown) {
  const code = error instanceof RooError ? error.code : "trial_failed";
  return { code, message: error instanceof Error ? error.message : String(error) };
}

/** Also stops the agent, and sets the limit of its outcome, when a limit of the whole run is reached. */
class ObservedAgent implements TrialAgent {
  readonly name: string;
  readonly #agent: TrialAgent;
  readonly #stop: AbortSignal;
  #last: Pick<AgentOutcome, "taskId" | "mcp"> = {};

  constructor(agent: TrialAgent, stop: AbortSignal) {
    this.name = agent.name;
    this.#agent = agent;
    this.#stop = stop;
  }

  /** Data that only some agents report. */
  get last(): Pick<AgentOutcome, "taskId" | "mcp"> {
    return this.#last;
  }

  async work(input: AgentInput): Promise<AgentOutcome> {
    const signal = AbortSignal.any([input.signal, this.#stop]);
    const outcome = await this.#agent.work({ ...input, signal });
    this.#last = outcome;
    const limit = trialLimitSchema.safeParse(this.#stop.reason);
    return this.#stop.aborted && limit.success && outcome.error === null ? { ...outcome, limit: limit.data } : outcome;
  }
}
