import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Verdict } from "@roo-code/types";
import type { TrialOutcome, TrialSpec } from "../trial.ts";
import type { AgentOutcome } from "../trial-agent.ts";
import type { Changes, Tree } from "./collect-changes.ts";
import { collectChanges } from "./collect-changes.ts";
import { copyExercise } from "./exercise-copy.ts";
import { findFlags } from "./find-flags.ts";
import { type Flag, isVoiding } from "./flag-policy.ts";
import { asFailure, type GradingResult, gradeChanges } from "./grade-changes.ts";
import { addMetrics, noMetrics } from "./metrics.ts";
import { passesUntouched } from "./passes-untouched.ts";
import { hasSolution } from "./put-solution.ts";
import { firstPrompt, retryPrompt, runAgent } from "./run-agent.ts";
import { formatDiff, truncateDiff, writeArtifacts } from "./trial-artifacts.ts";

/** Runs an agent on one exercise, and grades its work in a copy that the agent never saw. Never throws. */
export async function runTrial(trial: TrialSpec): Promise<TrialOutcome> {
  try {
    if (await passesUntouched(trial.exercise, trial)) return { ...noResult, verdict: "excluded", error: null };
    const copy = await createCopy(trial);
    const first = await tryOnce(trial, { copy, prompt: firstPrompt(trial), count: 1 });
    const second = mayTryAgain(trial, first) ? await tryAgain(trial, { copy, first }) : undefined;
    return conclude(trial, second ?? first);
  } catch (error) {
    return { ...noResult, verdict: "error", error: asFailure(error) };
  }
}

interface AgentCopy {
  readonly folder: string;
  readonly before: Tree;
}

interface Try {
  readonly work: AgentOutcome;
  readonly changes: Changes;
  readonly graded: GradingResult | null;
  readonly gradingMs: number;
}

/** Only the given files: no tests unless they are visible, no answers, no history. */
async function createCopy({ exercise, scratch, tests, home, signal }: TrialSpec): Promise<AgentCopy> {
  const folder = join(scratch, "agent", exercise.name);
  const paths = tests === "visible" ? [...exercise.given, ...exercise.protected] : exercise.given;
  return { folder, before: await copyExercise({ exercise, paths, folder, home, signal }) };
}

async function tryOnce(
  trial: TrialSpec,
  { copy, prompt, count, first }: { copy: AgentCopy; prompt: string; count: number; first?: Try },
): Promise<Try> {
  const { exercise, limits, artifacts, scratch, home, signal } = trial;
  mkdirSync(artifacts, { recursive: true });
  const seconds = limits.seconds - (first?.work.metrics.duration ?? 0) / 1000;
  const outcome = await runAgent(trial.agent, {
    folder: copy.folder,
    prompt,
    exercise: { language: exercise.language, name: exercise.name },
    limits: { ...limits, seconds },
    artifacts,
    signal,
    hidden: [exercise.folder, scratch, ...(trial.hidden ?? [])],
    observe: (event) => trial.observe(event),
    firstTry: first?.work,
    context: trial.context,
  });
  const changes = collectChanges(copy.folder, copy.before);
  const work = hasSolution(changes.files, exercise)
    ? outcome
    : { ...outcome, error: outcome.error ?? outcome.failure ?? null };
  if (work.error !== null) return { work, changes, graded: null, gradingMs: 0 };
  const startedAt = performance.now();
  const root = join(scratch, `grading-${count}`);
  const { memoryBytes } = trial;
  const graded = await gradeChanges({ exercise, changes: changes.files, root, home, signal, memoryBytes });
  return { work, changes, graded, gradingMs: Math.round(performance.now() - startedAt) };
}

function mayTryAgain({ tests, limits, signal }: TrialSpec, { work, graded }: Try): boolean {
  const hasTime = work.limit === null && work.metrics.duration < limits.seconds * 1000;
  return (
    tests === "after-first-try" &&
    hasTime &&
    !signal.aborted &&
    graded !== null &&
    graded.error === null &&
    !graded.isPassed
  );
}

async function tryAgain(trial: TrialSpec, { copy, first }: { copy: AgentCopy; first: Try }): Promise<Try> {
  const second = await tryOnce(trial, { copy, prompt: retryPrompt(first.graded?.output ?? ""), count: 2, first });
  return {
    ...second,
    gradingMs: first.gradingMs + second.gradingMs,
    work: {
      ...second.work,
      metrics: addMetrics(first.work.metrics, second.work.metrics),
      toolErrors: [...first.work.toolErrors, ...second.work.toolErrors],
      commands: [...(first.work.commands ?? []), ...(second.work.commands ?? [])],
    },
  };
}

function conclude(trial: TrialSpec, { work, changes, graded, gradingMs }: Try): TrialOutcome {
  const { exercise, artifacts } = trial;
  const diff = formatDiff(changes.files, exercise);
  writeArtifacts(artifacts, { diff, tree: changes.tree, graded });
  const error = work.error ?? graded?.error ?? null;
  const found = findFlags({
    exercise,
    shownTests: trial.tests === "visible" ? exercise.tests : exercise.given,
    changes: changes.files,
    ignored: graded?.ignored ?? [],
    skipped: changes.skipped,
    commands: work.commands ?? [],
  });
  const flags = [...(graded?.tampering ?? []), ...found];
  return {
    verdict:
      error !== null ? "error" : graded?.isPassed ? verdictOfPass(flags) : work.limit !== null ? "limit" : "failed",
    limit: work.limit,
    error,
    tests: graded?.tests ?? null,
    metrics: work.metrics,
    toolErrors: work.toolErrors,
    flags,
    diff: truncateDiff(diff),
    gradingMs,
  };
}

function verdictOfPass(flags: readonly Flag[]): Verdict {
  return flags.some(isVoiding) ? "voided" : "passed";
}

const noResult = { limit: null, tests: null, metrics: noMetrics, toolErrors: [], flags: [], diff: "", gradingMs: 0 };
