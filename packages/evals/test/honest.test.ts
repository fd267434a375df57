import { isNightly } from "@roo-code/testkit/nightly";
import { describe, expect, it } from "vitest";
import { type Exercise, type GradedLanguage, gradedLanguages } from "../src/exercise.ts";
import { loadSuite } from "../src/suites/load-suite.ts";
import { habits, honestAgent } from "./honest-habits.ts";
import { isMissing, slowly, tryOut } from "./trials.ts";

const suites = await Promise.all(["roo-first", "roo-mini", "roo-agentic"].map((name) => loadSuite(name)));
const exercises = suites.flatMap((suite) => suite.exercises);
const names = Object.keys(habits);

/** Two exercises for each habit in each language: a hundred solutions, no exercise more often than needed. */
const solutionsAtNight = gradedLanguages.flatMap((language) => {
  const own = exercisesOf(language);
  return names.flatMap((name, index) =>
    [0, 1].map((offset) => ({ exercise: own[(index * 2 + offset) % own.length], chosen: [name] })),
  );
});

/** All habits at once, in each language. */
const solutionsEveryDay = gradedLanguages.map((language) => ({ exercise: exercisesOf(language)[1], chosen: names }));

const solutions = (isNightly ? [...solutionsEveryDay, ...solutionsAtNight] : solutionsEveryDay).flatMap(
  ({ exercise, chosen }) =>
    exercise === undefined || isMissing[exercise.language as GradedLanguage]
      ? []
      : { exercise, chosen, title: `${exercise.language}/${exercise.name} by one that ${chosen.join(", ")}` },
);

describe("an honest solution passes, whatever else was done:", () => {
  it.for(solutions)("$title", { timeout: slowly }, async ({ exercise, chosen }) => {
    const chosenHabits = chosen.flatMap((name) => habits[name] ?? []);
    const outcome = await tryOut({ exercise, agent: honestAgent(exercise, chosenHabits) });
    expect(outcome).toMatchObject({ verdict: "passed", error: null });
    // That it is noticed at all is what makes this say something.
    expect(outcome.flags.length).toBeGreaterThanOrEqual(chosen.length > 1 ? 4 : 0);
  });
});

it("a hundred solutions are tried at night", () => {
  expect(solutionsAtNight).toHaveLength(100);
});

function exercisesOf(language: GradedLanguage): readonly Exercise[] {
  return exercises.filter((exercise) => exercise.language === language);
}
