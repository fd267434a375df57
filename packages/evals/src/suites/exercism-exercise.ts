import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import * as z from "zod";
import type { Exercise, FileCopy, GradedLanguage } from "../exercise.ts";
import { gradedLanguages } from "../exercise.ts";
import type { LanguageFiles } from "../graders/grader.ts";
import { InvalidExercise, requireGrader, requireTests, splitFiles } from "./exercise-parts.ts";
import { checkPaths, listFiles, readText } from "./suite-files.ts";

/** Prose, answers and files of the exercise's maintainers. */
const hidden = /^(\.meta|\.docs|docs|\.approaches|\.articles|\.exercism|\.github)\//;

/** Loads an Exercism exercise, by `.meta/config.json` or else by the conventions of its language. Throws `InvalidExercise`. */
export function loadExercismExercise(folder: string, language: string): Exercise {
  const grader = requireGrader(language);
  const prompt = readPrompt(folder);
  const config = readConfig(folder);
  const all = listFiles(folder);
  const files = all.filter((path) => !hidden.test(path));
  const roles = config ? rolesByConfig(config, grader.files) : rolesByConvention(files, grader.files);
  const example = config?.files.example ?? config?.files.exemplar ?? [];
  checkPaths([...roles.solution, ...roles.tests, ...example], { existing: new Set(all), blame: ".meta/config.json" });
  requireTests(folder, roles.tests, grader);
  return {
    language,
    name: basename(folder),
    prompt,
    folder,
    ...splitFiles({ files, ...roles }),
    reference: [...pairReference(example, roles.solution), ...manifestOf(folder, roles.solution)],
    grader: { kind: asGraded(language), release: isInReleaseMode(config) },
  };
}

/** Editor files are read-only helpers, except tables of test cases, which are part of the tests. */
function rolesByConfig({ files }: ExercismConfig, language: LanguageFiles) {
  const cases = (files.editor ?? []).filter((path) => language.isTest(path));
  return { solution: files.solution, tests: [...files.test, ...cases] };
}

function rolesByConvention(files: readonly string[], language: LanguageFiles) {
  return {
    solution: files.filter((path) => language.isSolution(path)),
    tests: files.filter((path) => language.isTest(path)),
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
  if (found === undefined) throw new Error(`${language} has a grader but is not in gradedLanguages.`);
  return found;
}

/**
 * Pairs each reference file with the solution file it replaces: by name; else by order, if both have equally many files
 * with that extension; else it is an additional file.
 */
function pairReference(example: readonly string[], solution: readonly string[]): readonly FileCopy[] {
  return example.flatMap((from) => {
    const named = solution.find((path) => basename(path) === basename(from));
    const to = named ?? byOrder(from, { example, solution }) ?? beside(from, solution[0]);
    return to === undefined ? [] : [{ from, to }];
  });
}

function byOrder(
  from: string,
  { example, solution }: { example: readonly string[]; solution: readonly string[] },
): string | undefined {
  const isAlike = (path: string): boolean => extname(path) === extname(from);
  const examples = example.filter(isAlike);
  const solutions = solution.filter(isAlike);
  return examples.length === solutions.length ? solutions[examples.indexOf(from)] : undefined;
}

function beside(from: string, first: string | undefined): string | undefined {
  return first === undefined ? undefined : join(dirname(first), basename(from));
}

const docsFolders = [".docs", "docs"];
const docsFiles = ["introduction.md", "instructions.md", "instructions.append.md"];

/** Introduction, instructions and additions for the language, in that order. Hints are left out. */
function readPrompt(folder: string): string {
  for (const docs of docsFolders) {
    if (readText(folder, docs, "instructions.md") === undefined) continue;
    return docsFiles.flatMap((file) => readText(folder, docs, file)?.trim() ?? []).join("\n\n");
  }
  throw new InvalidExercise("", "It has no .docs/instructions.md.");
}

const pathsSchema = z.array(z.string());

/** The part of `.meta/config.json` that matters here. */
const configSchema = z.object({
  files: z.object({
    solution: pathsSchema,
    test: pathsSchema,
    example: pathsSchema.optional(),
    exemplar: pathsSchema.optional(),
    editor: pathsSchema.optional(),
  }),
  custom: z
    .object({ "test-in-release-mode": z.union([z.boolean(), z.string()]) })
    .partial()
    .optional(),
});
type ExercismConfig = z.infer<typeof configSchema>;

const configFile = ".meta/config.json";

/** Undefined if there is none. Throws `InvalidExercise` if it is invalid. */
function readConfig(folder: string): ExercismConfig | undefined {
  const text = readText(folder, configFile);
  if (text === undefined) return undefined;
  const parsed = configSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new InvalidExercise(configFile, z.prettifyError(parsed.error));
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidExercise(configFile, error instanceof Error ? error.message : String(error));
  }
}
