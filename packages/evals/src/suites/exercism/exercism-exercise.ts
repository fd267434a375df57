import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { Exercise, FileCopy, GradedLanguage } from "../../exercise.ts";
import { gradedLanguages } from "../../exercise.ts";
import type { LanguageFiles } from "../../graders/grader.ts";
import { partsOf, requireGrader, requireTests } from "../exercise-parts.ts";
import { listFiles } from "../list-files.ts";
import { checkPaths } from "../read-file.ts";
import { type ExercismConfig, readConfig } from "./exercism-config.ts";
import { readPrompt } from "./exercism-prompt.ts";
import { pairReference } from "./pair-reference.ts";

/** Prose, answers and what belongs to the makers of the exercise. */
const hidden = /^(\.meta|\.docs|docs|\.approaches|\.articles|\.exercism|\.github)\//;

/** An exercise as Exercism has them, with `.meta/config.json`; without it, by the custom of its language. Throws `NoExercise`. */
export function loadExercismExercise(folder: string, language: string): Exercise {
  const grader = requireGrader(language);
  const prompt = readPrompt(folder);
  const config = readConfig(folder);
  const all = listFiles(folder);
  const files = all.filter((path) => !hidden.test(path));
  const roles = config ? rolesByConfig(config, grader.files) : rolesByCustom(files, grader.files);
  const example = config?.files.example ?? config?.files.exemplar ?? [];
  checkPaths([...roles.solution, ...roles.tests, ...example], { existing: new Set(all), blame: ".meta/config.json" });
  requireTests(folder, roles.tests, grader);
  return {
    language,
    name: basename(folder),
    prompt,
    folder,
    ...partsOf({ files, ...roles }),
    reference: [...pairReference(example, roles.solution), ...manifestOf(folder, roles.solution)],
    grader: { kind: asGraded(language), ...(isInReleaseMode(config) && { release: true }) },
  };
}

/** Editor's files are there to be read, unless they are part of the tests, as tables of cases are. */
function rolesByConfig({ files }: ExercismConfig, custom: LanguageFiles) {
  const cases = (files.editor ?? []).filter((path) => custom.isTest(path));
  return { solution: files.solution, tests: [...files.test, ...cases] };
}

function rolesByCustom(files: readonly string[], custom: LanguageFiles) {
  return {
    solution: files.filter((path) => custom.isSolution(path)),
    tests: files.filter((path) => custom.isTest(path)),
  };
}

/** Crates that only the reference needs. */
function manifestOf(folder: string, solution: readonly string[]): readonly FileCopy[] {
  const from = ".meta/Cargo-example.toml";
  return solution.includes("Cargo.toml") && existsSync(join(folder, from)) ? [{ from, to: "Cargo.toml" }] : [];
}

function isInReleaseMode(config: ExercismConfig | undefined): boolean {
  return String(config?.custom?.["test-in-release-mode"] ?? false) === "true";
}

function asGraded(language: string): GradedLanguage {
  const found = gradedLanguages.find((each) => each === language);
  if (found === undefined) throw new Error(`${language} has a grader and no name.`);
  return found;
}
