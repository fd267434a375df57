import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Exercise, SuiteProblem } from "../exercise.ts";
import { graderOfLanguage } from "../graders/all-graders.ts";
import type { Grader } from "../graders/grader.ts";

/** Throws `InvalidExercise`. */
export function requireGrader(language: string): Grader {
  const grader = graderOfLanguage(language);
  if (!grader) throw new InvalidExercise("", `No grader for ${language}.`);
  return grader;
}

interface FileRoles {
  /** All files except prose and answers. */
  readonly files: readonly string[];
  readonly solution: readonly string[];
  readonly tests: readonly string[];
  /** Tests that the agent can see. */
  readonly visible?: readonly string[];
}

/** The agent gets copies of files that are neither solution nor test; grading uses the originals. */
export function splitFiles({
  files,
  solution,
  tests,
  visible = [],
}: FileRoles): Pick<Exercise, "given" | "solution" | "protected" | "tests"> {
  if (solution.length === 0) throw new InvalidExercise("", "It has no solution files.");
  if (tests.length === 0) throw new InvalidExercise("", "It has no tests.");
  const hidden = new Set(tests.filter((path) => !visible.includes(path)));
  const written = new Set(solution);
  return {
    given: files.filter((path) => !hidden.has(path)),
    solution,
    protected: files.filter((path) => !written.has(path)),
    tests,
  };
}

/** Throws `InvalidExercise` if the files contain no tests. */
export function requireTests(folder: string, tests: readonly string[], grader: Grader): void {
  const count = tests.reduce((sum, path) => sum + grader.countTests(readFileSync(join(folder, path), "utf8")), 0);
  if (count === 0) throw new InvalidExercise(tests[0] ?? "", "The test files contain no tests.");
}

/** The reason why a folder is not a valid exercise. Becomes a problem of the suite. */
export class InvalidExercise extends Error {
  /** The invalid file, relative to the exercise. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = "InvalidExercise";
    this.path = path;
  }
}

export interface LoadedExercises {
  readonly exercises: readonly Exercise[];
  readonly problems: readonly SuiteProblem[];
}

/** Loads each folder; an invalid one does not affect the others. */
export async function loadEach(
  folders: readonly string[],
  load: (folder: string) => Promise<Exercise> | Exercise,
  pathOf: (folder: string) => string,
): Promise<LoadedExercises> {
  const exercises: Exercise[] = [];
  const problems: SuiteProblem[] = [];
  for (const folder of folders) {
    try {
      exercises.push(await load(folder));
    } catch (error) {
      const path =
        error instanceof InvalidExercise && error.path !== "" ? `${pathOf(folder)}/${error.path}` : pathOf(folder);
      problems.push({ path, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { exercises, problems };
}

export function concatLoaded(parts: readonly LoadedExercises[]): LoadedExercises {
  return {
    exercises: parts.flatMap(({ exercises }) => exercises),
    problems: parts.flatMap(({ problems }) => problems),
  };
}
