import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Verdict } from "@roo-code/types";
import type { TrialOrder, TrialOutcome } from "../trial.ts";
import type { AgentOutcome } from "../trial-agent.ts";
import { hasSolution } from "./assemble-copy.ts";
import { type Changes, collectChanges } from "./collect-changes.ts";
import { boundDiff, describeChanges } from "./describe-changes.ts";
import { findFlags } from "./find-flags.ts";
import { type Flag, isVoiding } from "./flag-policy.ts";
import { asFailure, type Graded, gradeChanges } from "./grade-changes.ts";
import type { Tree } from "./hash-tree.ts";
import { keepArtifacts } from "./keep-artifacts.ts";
import { letAgentWork } from "./let-agent-work.ts";
import { materialise } from "./materialise.ts";
import { addMetrics, noMetrics } from "./metrics.ts";
import { passesUntouched } from "./passes-untouched.ts";
import { promptOf, secondPrompt } from "./prompts.ts";

/** One exercise, tried once by one agent, and graded where the agent has never been. Never throws. */
export async function runTrial(order: TrialOrder): Promise<TrialOutcome> {
  try {
    if (await passesUntouched(order.exercise, order)) return { ...nothing, verdict: "excluded", error: null };
    const copy = await makeCopy(order);
    const first = await tryOnce(order, { copy, prompt: promptOf(order), count: 1 });
    const second = mayTryAgain(order, first) ? await tryAgain(order, { copy, first }) : undefined;
    return conclude(order, second ?? first);
  } catch (error) {
    return { ...nothing, verdict: "error", error: asFailure(error) };
  }
}

interface AgentCopy {
  readonly folder: string;
  readonly before: Tree;
}

interface Try {
  readonly work: AgentOutcome;
  readonly changes: Changes;
  readonly graded: Graded | null;
  readonly gradingMs: number;
}

/** Only what the agent is given; no tests unless they are to be seen, no answers, no history. */
async function makeCopy({ exercise, scratch, tests, home, signal }: TrialOrder): Promise<AgentCopy> {
  const folder = join(scratch, "agent", exercise.name);
  const paths = tests === "visible" ? [...exercise.given, ...exercise.protected] : exercise.given;
  return { folder, before: await materialise({ exercise, paths, folder, home, signal }) };
}

async function tryOnce(
  order: TrialOrder,
  { copy, prompt, count, first }: { copy: AgentCopy; prompt: string; count: number; first?: Try },
): Promise<Try> {
  const { exercise, limits, artifacts, scratch, home, signal } = order;
  mkdirSync(artifacts, { recursive: true });
  const seconds = limits.seconds - (first?.work.metrics.duration ?? 0) / 1000;
  const worked = await letAgentWork(order.agent, {
    folder: copy.folder,
    prompt,
    exercise: { language: exercise.language, name: exercise.name },
    limits: { ...limits, seconds },
    artifacts,
    signal,
    hidden: [exercise.folder, scratch, ...(order.hidden ?? [])],
    observe: (event) => order.observe(event),
    ...(first && { firstTry: first.work }),
    ...(order.context && { context: order.context }),
  });
  const changes = collectChanges(copy.folder, copy.before);
  const work = hasSolution(changes.files, exercise)
    ? worked
    : { ...worked, error: worked.error ?? worked.failure ?? null };
  if (work.error !== null) return { work, changes, graded: null, gradingMs: 0 };
  const startedAt = performance.now();
  const root = join(scratch, `grading-${count}`);
  const { memoryBytes } = order;
  const graded = await gradeChanges({
    exercise,
    changes: changes.files,
    root,
    home,
    signal,
    ...(memoryBytes !== undefined && { memoryBytes }),
  });
  return { work, changes, graded, gradingMs: Math.round(performance.now() - startedAt) };
}

function mayTryAgain({ tests, limits, signal }: TrialOrder, { work, graded }: Try): boolean {
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

async function tryAgain(order: TrialOrder, { copy, first }: { copy: AgentCopy; first: Try }): Promise<Try> {
  const second = await tryOnce(order, { copy, prompt: secondPrompt(first.graded?.output ?? ""), count: 2, first });
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

function conclude(order: TrialOrder, { work, changes, graded, gradingMs }: Try): TrialOutcome {
  const { exercise, artifacts } = order;
  const diff = describeChanges(changes.files, exercise);
  keepArtifacts(artifacts, { diff, tree: changes.tree, graded });
  const error = work.error ?? graded?.error ?? null;
  const found = findFlags({
    exercise,
    shownTests: order.tests === "visible" ? exercise.tests : exercise.given,
    changes: changes.files,
    ignored: graded?.ignored ?? [],
    leftOut: changes.leftOut,
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
    diff: boundDiff(diff),
    gradingMs,
  };
}

function verdictOfPass(flags: readonly Flag[]): Verdict {
  return flags.some(isVoiding) ? "voided" : "passed";
}

const nothing = { limit: null, tests: null, metrics: noMetrics, toolErrors: [], flags: [], diff: "", gradingMs: 0 };
