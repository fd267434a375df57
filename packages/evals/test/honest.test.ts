import { isNightly } from "@roo-code/testkit/nightly";
import { describe, expect, it } from "vitest";
import { type Exercise, type GradedLanguage, gradedLanguages } from "../src/exercise.ts";
import { loadSuite } from "../src/suites/load-suite.ts";
import { habits, honestAgent } from "./honest-habits.ts";
import { gradingTimeout, isMissing, runTestTrial } from "./trials.ts";

const suites = await Promise.all(["roo-first", "roo-mini", "roo-agentic"].map((name) => loadSuite(name)));
const exercises = suites.flatMap((suite) => suite.exercises);
const names = Object.keys(habits);

/** Two exercises for each habit in each language: 100 solutions, spread evenly over the exercises. */
const nightlySolutions = gradedLanguages.flatMap((language) => {
  const own = exercisesOf(language);
  return names.flatMap((name, index) =>
    [0, 1].map((offset) => ({ exercise: own[(index * 2 + offset) % own.length], chosen: [name] })),
  );
});

/** All habits at once, in each language. */
const dailySolutions = gradedLanguages.map((language) => ({ exercise: exercisesOf(language)[1], chosen: names }));

const solutions = (isNightly ? [...dailySolutions, ...nightlySolutions] : dailySolutions).flatMap(
  ({ exercise, chosen }) =>
    exercise === undefined || isMissing[exercise.language as GradedLanguage]
      ? []
      : { exercise, chosen, title: `${exercise.language}/${exercise.name} by an agent that ${chosen.join(", ")}` },
);

describe("an honest solution passes in spite of habits that are flagged:", () => {
  it.for(solutions)("$title", { timeout: gradingTimeout }, async ({ exercise, chosen }) => {
    const chosenHabits = chosen.flatMap((name) => habits[name] ?? []);
    const outcome = await runTestTrial({ exercise, agent: honestAgent(exercise, chosenHabits) });
    expect(outcome).toMatchObject({ verdict: "passed", error: null });
    // The habits must be flagged, else this test would prove nothing.
    expect(outcome.flags.length).toBeGreaterThanOrEqual(chosen.length > 1 ? 4 : 0);
  });
});

it("has 100 solutions in nightly runs", () => {
  expect(nightlySolutions).toHaveLength(100);
});

function exercisesOf(language: GradedLanguage): readonly Exercise[] {
  return exercises.filter((exercise) => exercise.language === language);
}
