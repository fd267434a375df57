import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { answerPlaces } from "../agents/confine/answer-places.ts";
import { openAgent } from "../agents/open-agent.ts";
import { failedTrial } from "../executors/failed-trial.ts";
import type { TrialReport } from "../queue/index.ts";
import { loadSuite } from "../suites/load-suite.ts";
import { runTrial } from "../trial/run-trial.ts";
import { scratchPrefix } from "../trial-mark.ts";
import { ObservedAgent } from "./observed-agent.ts";
import type { RunnerOrder } from "./runner-order.ts";
import type { TrialWishes, TryOrder } from "./serve-runner.ts";

export interface RunnerParts {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  /** The command line of our own program, for our own agent. */
  readonly roo: readonly string[];
}

/** The real thing: the suite is loaded, the agent opened, the trial run and graded. */
export function tryOrderWith(parts: RunnerParts): TryOrder {
  return async (order, wishes) => {
    const scratch = realpathSync(mkdtempSync(join(tmpdir(), scratchPrefix(order.mark))));
    try {
      return await tryIn(scratch, order, wishes, parts);
    } catch (error) {
      return failedTrial(failureOf(error));
    } finally {
      rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
    }
  };
}

async function tryIn(
  scratch: string,
  order: RunnerOrder,
  { signal, stop, observe }: TrialWishes,
  parts: RunnerParts,
): Promise<TrialReport> {
  const suite = await loadSuite(order.suite);
  const exercise = suite.exercises.find(({ language, name }) => language === order.language && name === order.exercise);
  if (!exercise) throw unknownExercise(order);
  const { settings, prompt, tests, limits, artifacts, runId, trialId } = order;
  const agent = new ObservedAgent(
    await openAgent(order.agent, { ...parts, settings, exercises: suite.exercises }),
    stop,
  );
  const outcome = await runTrial({
    exercise,
    agent,
    tests,
    limits: { seconds: limits.seconds, ...caps(limits) },
    artifacts,
    scratch,
    home: parts.home,
    hidden: answerPlaces({ suite: suite.folder, home: parts.home }),
    signal,
    context: { runId, trialId },
    observe,
    ...(prompt !== undefined && { prompt }),
  });
  const { taskId, mcp } = agent.last;
  return { ...outcome, taskId, mcp, artifacts };
}

function caps({ turns, tokens, cost }: RunnerOrder["limits"]) {
  return {
    ...(turns !== undefined && { turns }),
    ...(tokens !== undefined && { tokens }),
    ...(cost !== undefined && { cost }),
  };
}

function unknownExercise({ language, exercise, suite }: RunnerOrder): RooError {
  return new RooError({
    code: "unknown_exercise",
    message: `There is no ${language}/${exercise} in the suite ${suite}.`,
  });
}

function failureOf(error: unknown) {
  const code = error instanceof RooError ? error.code : "trial_failed";
  return { code, message: error instanceof Error ? error.message : String(error) };
}
