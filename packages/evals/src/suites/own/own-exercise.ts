import { basename, dirname, relative, resolve } from "node:path";
import ignore from "ignore";
import * as z from "zod";
import type { Exercise, GraderSpec } from "../../exercise.ts";
import { gradedLanguages } from "../../exercise.ts";
import { graderOf } from "../../graders/all-graders.ts";
import { partsOf, requireTests } from "../exercise-parts.ts";
import { listFiles } from "../list-files.ts";
import { textOf } from "../read-file.ts";
import { NoExercise } from "../suite-problem.ts";
import { type OwnExercise, ownExerciseSchema } from "./own-exercise-schema.ts";

export const exerciseFile = "exercise.yaml";

/** An exercise of our own form: a project as it is, with `exercise.yaml` in it. Throws `NoExercise`. */
export async function loadOwnExercise(folder: string, root: string): Promise<Exercise> {
  const own = await readExercise(folder);
  const grader = graderSpecOf(own);
  const { files: custom } = graderOf(grader);
  const all = listFiles(folder);
  const referenceFolder = `${own.reference.replace(/\/$/, "")}/`;
  const kept = matcher(own.hidden);
  const files = all.filter(
    (path) =>
      path !== exerciseFile && !own.promptFiles.includes(path) && !path.startsWith(referenceFolder) && !kept(path),
  );
  const isTest = own.tests ? matcher(own.tests) : (path: string) => custom.isTest(path);
  const tests = files.filter(isTest);
  const isSolution = own.solution ? matcher(own.solution) : (path: string) => custom.isSolution(path);
  const solution = files.filter((path) => !tests.includes(path) && isSolution(path));
  if (grader.kind !== "command") requireTests(folder, tests, graderOf(grader));
  return {
    language: own.language,
    name: own.name ?? nameOf(folder, own.language),
    prompt: own.prompt ?? readPrompt(own.promptFiles, { folder, root }),
    folder,
    ...partsOf({ files, solution, tests, visible: files.filter(matcher(own.visible)) }),
    reference: all
      .filter((path) => path.startsWith(referenceFolder))
      .map((from) => ({ from, to: from.slice(referenceFolder.length) })),
    grader,
    ...(own.setup && { setup: { command: own.setup } }),
    ...(own.gradingSeconds !== undefined && { gradingSeconds: own.gradingSeconds }),
    ...(own.passesUntouched && { passesUntouched: true }),
  };
}

async function readExercise(folder: string): Promise<OwnExercise> {
  const { load } = await import("js-yaml");
  try {
    return ownExerciseSchema.parse(load(textOf(folder, exerciseFile) ?? ""));
  } catch (error) {
    throw new NoExercise(exerciseFile, error instanceof z.ZodError ? z.prettifyError(error) : String(error));
  }
}

function graderSpecOf({ grader, language, release }: OwnExercise): GraderSpec {
  if (grader) {
    const { command, results, expected } = grader;
    return { kind: "command", command, results, ...(expected !== undefined && { expected }) };
  }
  const kind = gradedLanguages.find((each) => each === language);
  if (kind === undefined)
    throw new NoExercise(exerciseFile, `There is no grader for ${language}: name a command that grades it.`);
  return { kind, ...(release && { release }) };
}

function matcher(patterns: readonly string[] = []): (path: string) => boolean {
  const matching = ignore().add(patterns);
  return (path) => matching.ignores(path);
}

/** Of `two-fer/python` it is the former. */
function nameOf(folder: string, language: string): string {
  return basename(folder) === language ? basename(dirname(folder)) : basename(folder);
}

/** Several exercises may share a text, which must be one of the suite's. */
function readPrompt(files: readonly string[], { folder, root }: { folder: string; root: string }): string {
  const texts = files.map((file) => {
    if (relative(root, resolve(folder, file)).startsWith(".."))
      throw new NoExercise(exerciseFile, `${file} leads out of the suite.`);
    const text = textOf(folder, file);
    if (text === undefined) throw new NoExercise(file, "There is no such file, and so no prompt.");
    return text.trim();
  });
  return texts.join("\n\n");
}
