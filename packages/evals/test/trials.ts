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

/** Kept between runs of the tests: Go's library is compiled once. */
export const home = join(import.meta.dirname, "../../../.cache/evals-home");
mkdirSync(home, { recursive: true });

/** A grading on a machine with much else to do. */
export const slowly = 600_000;

/** By language: whether nothing in it can be graded here. Its tests are skipped then. */
export const isMissing = Object.fromEntries(
  await Promise.all(
    gradedLanguages.map(
      async (language) => [language, (await missingToolchain({ kind: language })) !== undefined] as const,
    ),
  ),
) as Readonly<Record<GradedLanguage, boolean>>;

/** Its gradings take seconds: a sample by day, all of them at night. */
export const isCompiled = (language: GradedLanguage) => ["go", "java", "rust"].includes(language);

/** Whether commands are kept from the rest of the machine. */
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
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
}

/** Runs a trial in a folder of its own; `look` sees it before it is removed. */
export async function tryOut(
  order: Pick<TrialSpec, "exercise" | "agent"> & Partial<TrialSpec>,
  look: (scratch: string) => void = () => undefined,
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
      ...order,
    });
    look(scratch);
    return outcome;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** An agent that does this, and nothing for a second try. */
export async function playing(...steps: readonly ScriptStep[]) {
  const folder = mkdtempSync(join(tmpdir(), "roo-script-"));
  try {
    writeFileSync(join(folder, "script.json"), JSON.stringify({ steps }));
    return await createScripted({ file: join(folder, "script.json"), home });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
