import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { nullAgent } from "../agents/null-agent.ts";
import { createOracle } from "../agents/oracle-agent.ts";
import type { Exercise } from "../exercise.ts";
import { loadSuite } from "../suites/load-suite.ts";
import { readText } from "../suites/suite-files.ts";
import { runTrial } from "../trial/run-trial.ts";
import type { TrialOutcome } from "../trial.ts";
import type { TrialAgent } from "../trial-agent.ts";

/**
 * Checks that an exercise fails unchanged and passes with its reference solution. Returns how many tests then pass. Throws
 * `RooError` `proves_nothing`.
 */
export async function proveExercise(
  folder: string,
  { home, signal }: { home: string; signal: AbortSignal },
): Promise<number> {
  const { exercises, problems } = await loadSuite(folder);
  const [exercise] = exercises;
  if (!exercise) throw provesNothing(problems[0]?.message ?? "It cannot be loaded.");
  const attempt = (agent: TrialAgent) => runWith(agent, { exercise, home, signal });
  const untouched = await attempt(nullAgent);
  if (untouched.verdict === "excluded") throw provesNothing("Its check passes without any change.");
  if (untouched.verdict === "error") throw provesNothing(`Its check cannot be run: ${untouched.error?.message ?? ""}`);
  const solved = await attempt(createOracle({ exercises, home }));
  if (solved.verdict === "passed") return solved.tests?.passed ?? 0;
  throw provesNothing(`Its check does not pass with the task's own changes: ${solved.output.trim().slice(-500)}`);
}

async function runWith(
  agent: TrialAgent,
  { exercise, home, signal }: { exercise: Exercise; home: string; signal: AbortSignal },
): Promise<TrialOutcome & { readonly output: string }> {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), "roo-prove-")));
  const artifacts = join(scratch, "artifacts");
  try {
    const outcome = await runTrial({
      exercise,
      agent,
      tests: "hidden",
      limits: { seconds: 600 },
      artifacts,
      scratch: join(scratch, "trial"),
      home,
      signal,
      observe: () => {},
    });
    return { ...outcome, output: readText(artifacts, "grading.txt") ?? "" };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function provesNothing(reason: string): RooError {
  return new RooError({
    code: "proves_nothing",
    message: `The task is not usable as an exercise. ${reason}`,
    next: "Use another check with --command, or other tests with --tests.",
  });
}
