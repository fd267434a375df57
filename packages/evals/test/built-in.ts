import { isNightly } from "@roo-code/testkit/nightly";
import { describe, expect, it } from "vitest";
import { nullAgent } from "../src/agents/null-agent.ts";
import { createOracle } from "../src/agents/oracle-agent.ts";
import type { GradedLanguage } from "../src/exercise.ts";
import { loadSuite } from "../src/suites/load-suite.ts";
import { fixture, gradingTimeout, home, isCompiled, isMissing, runTestTrial } from "./trials.ts";

/** Fewer exercises for compiled languages, which take longer to grade. Nightly runs grade all of them. */
const dailyExercises = (language: GradedLanguage) =>
  isCompiled(language) ? ["mini-sheet"] : ["double-up", "parking-fee", "mini-sheet"];

/** Suites, and the minimum number of tests of each of their exercises. */
const suites = [
  [fixture("exercism"), 1],
  ["roo-first", 3],
  ["roo-mini", 8],
  ["roo-agentic", 8],
] as const;

/** One file for each language, so that they run in parallel. */
export async function describeBuiltIn(language: GradedLanguage): Promise<void> {
  for (const [suite, minTests] of suites) {
    const { name, exercises } = await loadSuite(suite);
    const oracle = createOracle({ exercises, home });
    const isWhole = isNightly || (name === "roo-agentic" && !isCompiled(language));
    const selected = exercises.filter(
      (exercise) => exercise.language === language && (isWhole || dailyExercises(language).includes(exercise.name)),
    );
    if (selected.length === 0) continue;
    describe.skipIf(isMissing[language])(`${name} in ${language}`, () => {
      it.for(selected)(
        "$name is passed by its reference, and failed without changes",
        { timeout: gradingTimeout },
        async (exercise) => {
          const solved = await runTestTrial({ exercise, agent: oracle });
          expect(solved).toMatchObject({ verdict: "passed", error: null, tests: { failed: 0, skipped: 0 } });
          expect(solved.tests?.passed).toBeGreaterThanOrEqual(minTests);
          const untouched = await runTestTrial({ exercise, agent: nullAgent });
          expect(untouched).toMatchObject({ verdict: "failed", error: null, flags: [] });
        },
      );
    });
  }
}
