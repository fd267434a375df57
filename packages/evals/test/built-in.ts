import { isNightly } from "@roo-code/testkit/nightly";
import { describe, expect, it } from "vitest";
import { nullAgent } from "../src/agents/null-agent.ts";
import { createOracle } from "../src/agents/oracle-agent.ts";
import type { GradedLanguage } from "../src/exercise.ts";
import { loadSuite } from "../src/suites/load-suite.ts";
import { fixture, home, isCompiled, isMissing, slowly, tryOut } from "./trials.ts";

/** What is not compiled is graded within a second: from easy to hard by day. All of them at night. */
const everyDay = (language: GradedLanguage) =>
  isCompiled(language) ? ["mini-sheet"] : ["double-up", "parking-fee", "mini-sheet"];

/** Suites, and how many tests each of their exercises has at least. */
const suites = [
  [fixture("exercism"), 1],
  ["roo-first", 3],
  ["roo-mini", 8],
  ["roo-agentic", 8],
] as const;

/** One file for each language, so that they run beside one another. */
export async function describeBuiltIn(language: GradedLanguage): Promise<void> {
  for (const [place, minTests] of suites) {
    const { name, exercises } = await loadSuite(place);
    const oracle = createOracle({ exercises, home });
    const isWhole = isNightly || (name === "roo-agentic" && !isCompiled(language));
    const wanted = exercises.filter(
      (exercise) => exercise.language === language && (isWhole || everyDay(language).includes(exercise.name)),
    );
    if (wanted.length === 0) continue;
    describe.skipIf(isMissing[language])(`${name} in ${language}`, () => {
      it.for(wanted)("$name is passed by its reference and by nothing less", { timeout: slowly }, async (exercise) => {
        const solved = await tryOut({ exercise, agent: oracle });
        expect(solved).toMatchObject({ verdict: "passed", error: null, tests: { failed: 0, skipped: 0 } });
        expect(solved.tests?.passed).toBeGreaterThanOrEqual(minTests);
        const untouched = await tryOut({ exercise, agent: nullAgent });
        expect(untouched).toMatchObject({ verdict: "failed", error: null, flags: [] });
      });
    });
  }
}
