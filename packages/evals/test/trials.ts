import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScriptStep } from "../src/agents/scripted-agent.ts";
import { createScripted } from "../src/agents/scripted-agent.ts";
import { type Exercise, type GradedLanguage, gradedLanguages, type Suite } from "../src/exercise.ts";
import { missingToolchain } from "../src/graders/all-graders.ts";
import { loadSuite } from "../src/suites/load-suite.ts";
import { runTrial } from "../src/trial/run-trial.ts";
import { openSealedWorkspace } from "../src/trial/sealed-workspace.ts";
import type { TrialOutcome, TrialSpec } from "../src/trial.ts";

/** Kept between test runs, so that Go's standard library is compiled only once. */
export const home = join(import.meta.dirname, "../../../.cache/evals-home");
mkdirSync(home, { recursive: true });

/** Enough for a trial on a busy machine. */
export const gradingTimeout = 600_000;

/** By language: whether its toolchain is missing. Its tests are skipped then. */
export const isMissing = Object.fromEntries(
  await Promise.all(
    gradedLanguages.map(
      async (language) => [language, (await missingToolchain({ kind: language })) !== undefined] as const,
    ),
  ),
) as Readonly<Record<GradedLanguage, boolean>>;

/** Grading takes seconds: daily runs use a sample, nightly runs all. */
export const isCompiled = (language: GradedLanguage) => ["go", "java", "rust"].includes(language);

/** Whether commands cannot access the rest of the machine. */
export const isConfined = await (async () => {
  const workspace = openSealedWorkspace({ root: import.meta.dirname, home });
  return (await workspace.enforcement()).files;
})();

export function fixture(name: string): string {
  return join(import.meta.dirname, "fixtures", name);
}

export async function exerciseOf(suite: string | Suite, id: string): Promise<Exercise> {
  const { exercises } = typeof suite === "string" ? await loadSuite(suite) : suite;
  const found = exercises.find(({ language, name }) => `${language}/${name}` === id);
  if (!found) throw new Error(`Exercise ${id} does not exist.`);
  return found;
}

/** Runs a trial in its own folder; `inspect` is called before the folder is removed. */
export async function runTestTrial(
  spec: Pick<TrialSpec, "exercise" | "agent"> & Partial<TrialSpec>,
  inspect: (scratch: string) => void = () => undefined,
): Promise<TrialOutcome> {
  const scratch = mkdtempSync(join(tmpdir(), "roo-trial-"));
  try {
    const outcome = await runTrial({
      tests: "hidden",
      limits: { seconds: 600 },
      signal: new AbortController().signal,
      observe: () => undefined,
      artifacts: join(scratch, "artifacts"),
      scratch,
      home,
      ...spec,
    });
    inspect(scratch);
    return outcome;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** An agent that runs these steps in its first try, and nothing in a second one. */
export async function scriptedAgent(...steps: readonly ScriptStep[]) {
  const folder = mkdtempSync(join(tmpdir(), "roo-script-"));
  try {
    writeFileSync(join(folder, "script.json"), JSON.stringify({ steps }));
    return await createScripted({ file: join(folder, "script.json"), home });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
