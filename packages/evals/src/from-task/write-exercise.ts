import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RooError } from "@roo-code/types";
import ignore from "ignore";
import { dump } from "js-yaml";
import { isToolConfig } from "../graders/source-files.ts";
import { listFiles } from "../suites/suite-files.ts";
import type { RecordedGrader } from "./grader-choices.ts";

export interface RecordedTask {
  /** Copies of the workspace before and after the task. */
  readonly before: string;
  readonly after: string;
  readonly prompt: string;
  readonly name: string;
  /** Used if the grader is a command. */
  readonly language: string;
  /** Patterns of test files, as in `.gitignore`; common names by default. */
  readonly tests?: readonly string[];
}

const defaultTestPatterns = [
  "test/",
  "tests/",
  "spec/",
  "__tests__/",
  "*.test.*",
  "*.spec.*",
  "*_test.*",
  "test_*.py",
  "*Test.java",
];

/** The test files in a folder. Throws `RooError` `no_tests`. */
export function findTests(folder: string, patterns: readonly string[] = defaultTestPatterns): readonly string[] {
  const isTest = ignore().add([...patterns]);
  const found = listFiles(folder).filter((path) => isTest.ignores(path));
  if (found.length === 0) throw noTests(patterns);
  return found;
}

interface RecordedGrading {
  readonly grader: RecordedGrader;
  /** How many tests pass with the task's changes, once known. */
  readonly expected?: number;
}

/**
 * Writes an exercise in our own format to a suite: the files before the task, the tests after it, and its changes as the
 * reference solution. Build configuration is not part of the solution unless the task changed it. Throws `RooError`
 * `no_tests`.
 */
export function writeExercise(task: RecordedTask, { grader, expected }: RecordedGrading, suite: string): string {
  const folder = join(suite, task.name);
  const { before, after, prompt, name, language, tests = defaultTestPatterns } = task;
  const isTest = ignore().add([...tests]);
  const ends = { before: listFiles(before), after: listFiles(after) };
  const ofTests = findTests(after, tests);
  const changed = ends.after.filter((path) => !ofTests.includes(path) && !isSame(path, task));
  for (const path of ends.before.filter((each) => !isTest.ignores(each))) copy(join(before, path), join(folder, path));
  for (const path of ofTests) copy(join(after, path), join(folder, path));
  for (const path of changed) copy(join(after, path), join(folder, ".reference", path));
  const toolConfig = ends.before.filter((path) => isToolConfig(path) && !changed.includes(path));
  const graded = "language" in grader ? grader.tests : ofTests;
  // Test helpers are not part of the solution either.
  const kept = [...toolConfig, ...ofTests.filter((path) => !graded.includes(path))];
  const counted = expected === undefined ? {} : { expected };
  writeFileSync(
    join(folder, "exercise.yaml"),
    dump(
      {
        name,
        language: "language" in grader ? grader.language : language,
        prompt,
        solution: ["*", ...kept.map((path) => `!/${path}`)],
        tests: graded.map((path) => `/${path}`),
        ...("command" in grader && { grader: { command: grader.command, results: grader.results, ...counted } }),
      },
      { lineWidth: 120 },
    ),
  );
  const suiteFile = join(suite, "suite.yaml");
  if (!existsSync(suiteFile)) writeFileSync(suiteFile, dump({ name: basename(suite) }));
  return folder;
}

function isSame(path: string, { before, after }: RecordedTask): boolean {
  try {
    return readFileSync(join(before, path)).equals(readFileSync(join(after, path)));
  } catch {
    return false;
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

/** Removes an exercise that turned out to be useless. */
export function removeExercise(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function noTests(patterns: readonly string[]): RooError {
  return new RooError({
    code: "no_tests",
    message: `The task left no tests: no file matches ${patterns.join(", ")}.`,
    next: "Name its test files with --tests PATTERN.",
  });
}
