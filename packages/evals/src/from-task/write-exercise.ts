import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RooError } from "@roo-code/types";
import ignore from "ignore";
import { dump } from "js-yaml";
import { isToolConfig } from "../graders/source-files.ts";
import { listFiles } from "../suites/list-files.ts";
import type { RecordedGrader } from "./grader-choices.ts";

export interface RecordedTask {
  /** Its folder before its first step, and after its last. */
  readonly before: string;
  readonly after: string;
  readonly prompt: string;
  readonly name: string;
  /** Under which it is counted, where no grader of a language says so. */
  readonly language: string;
  /** Which files are tests, as in `.gitignore`; by their names when absent. */
  readonly tests?: readonly string[];
}

const usualTests = [
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

/** Those files of a folder that are tests. Throws `RooError` `no_tests`. */
export function testsIn(folder: string, patterns: readonly string[] = usualTests): readonly string[] {
  const isTest = ignore().add([...patterns]);
  const found = listFiles(folder).filter((path) => isTest.ignores(path));
  if (found.length === 0) throw noTests(patterns);
  return found;
}

export interface RecordedGrading {
  readonly grader: RecordedGrader;
  /** How many tests pass with what the task did, once that is known. */
  readonly expected?: number;
}

/**
 * An exercise in our own form, as a folder of a suite: what the task began with, tests as it left them, and what it did as the reference. What
 * steers the tests is no solution's unless the task changed it. Throws `RooError` `no_tests`.
 */
export function writeExercise(task: RecordedTask, { grader, expected }: RecordedGrading, suite: string): string {
  const folder = join(suite, task.name);
  const { before, after, prompt, name, language, tests = usualTests } = task;
  const isTest = ignore().add([...tests]);
  const ends = { before: listFiles(before), after: listFiles(after) };
  const ofTests = testsIn(after, tests);
  const changed = ends.after.filter((path) => !ofTests.includes(path) && !isSame(path, task));
  for (const path of ends.before.filter((each) => !isTest.ignores(each))) copy(join(before, path), join(folder, path));
  for (const path of ofTests) copy(join(after, path), join(folder, path));
  for (const path of changed) copy(join(after, path), join(folder, ".reference", path));
  const steering = ends.before.filter((path) => isToolConfig(path) && !changed.includes(path));
  const graded = "language" in grader ? grader.tests : ofTests;
  // What tests stand on is no solution's either.
  const kept = [...steering, ...ofTests.filter((path) => !graded.includes(path))];
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

/** Nothing of an exercise that turned out to be none. */
export function removeExercise(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function noTests(patterns: readonly string[]): RooError {
  return new RooError({
    code: "no_tests",
    message: `The task left no tests behind: nothing is named like ${patterns.join(", ")}.`,
    next: "Say which files grade it with --tests PATTERN.",
  });
}
