import { existsSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import ignore from "ignore";
import * as z from "zod";
import type { Exercise, GraderSpec } from "../exercise.ts";
import { gradedLanguages } from "../exercise.ts";
import { graderOf } from "../graders/all-graders.ts";
import type { LoadedExercises } from "./exercise-parts.ts";
import { concatLoaded, InvalidExercise, loadEach, requireTests, splitFiles } from "./exercise-parts.ts";
import { listFiles, readText } from "./suite-files.ts";

const suiteFile = "suite.yaml";

export function isOwn(root: string): boolean {
  return [suiteFile, exerciseFile].some((file) => existsSync(join(root, file)));
}

/** Every folder with an `exercise.yaml`, at any depth. */
export async function loadOwn(root: string): Promise<LoadedExercises & { readonly name?: string }> {
  const folders = listFiles(root)
    .filter((path) => path === exerciseFile || path.endsWith(`/${exerciseFile}`))
    .map((path) => dirname(join(root, path)));
  const loaded = await loadEach(
    folders,
    (folder) => loadOwnExercise(folder, root),
    (folder) => relative(root, folder) || ".",
  );
  const { name, problem } = await readSuiteFile(root);
  return { ...concatLoaded([{ exercises: [], problems: problem ? [problem] : [] }, loaded]), name };
}

async function readSuiteFile(root: string) {
  const { load } = await import("js-yaml");
  try {
    return { name: ownSuiteSchema.parse(load(readText(root, suiteFile) ?? "{}")).name, problem: undefined };
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return { name: undefined, problem: { path: suiteFile, message } };
  }
}

const exerciseFile = "exercise.yaml";

/** Loads an exercise in our own format: a project with an `exercise.yaml`. Throws `InvalidExercise`. */
async function loadOwnExercise(folder: string, root: string): Promise<Exercise> {
  const own = await readExercise(folder);
  const grader = graderSpecOf(own);
  const { files: conventions } = graderOf(grader);
  const all = listFiles(folder);
  const referenceFolder = `${own.reference.replace(/\/$/, "")}/`;
  const isHidden = matcher(own.hidden);
  const files = all.filter(
    (path) =>
      path !== exerciseFile && !own.promptFiles.includes(path) && !path.startsWith(referenceFolder) && !isHidden(path),
  );
  const isTest = own.tests ? matcher(own.tests) : (path: string) => conventions.isTest(path);
  const tests = files.filter(isTest);
  const isSolution = own.solution ? matcher(own.solution) : (path: string) => conventions.isSolution(path);
  const solution = files.filter((path) => !tests.includes(path) && isSolution(path));
  if (grader.kind !== "command") requireTests(folder, tests, graderOf(grader));
  return {
    language: own.language,
    name: own.name ?? nameOf(folder, own.language),
    prompt: own.prompt ?? readPrompt(own.promptFiles, { folder, root }),
    folder,
    ...splitFiles({ files, solution, tests, visible: files.filter(matcher(own.visible)) }),
    reference: all
      .filter((path) => path.startsWith(referenceFolder))
      .map((from) => ({ from, to: from.slice(referenceFolder.length) })),
    grader,
    setup: own.setup && { command: own.setup },
    gradingSeconds: own.gradingSeconds,
    passesUntouched: own.passesUntouched || undefined,
  };
}

async function readExercise(folder: string): Promise<OwnExercise> {
  const { load } = await import("js-yaml");
  try {
    return ownExerciseSchema.parse(load(readText(folder, exerciseFile) ?? ""));
  } catch (error) {
    throw new InvalidExercise(exerciseFile, error instanceof z.ZodError ? z.prettifyError(error) : String(error));
  }
}

function graderSpecOf({ grader, language, release }: OwnExercise): GraderSpec {
  if (grader) {
    const { command, results, expected } = grader;
    return { kind: "command", command, results, expected };
  }
  const kind = gradedLanguages.find((each) => each === language);
  if (kind === undefined) throw new InvalidExercise(exerciseFile, `No grader for ${language}: set grader.command.`);
  return { kind, release };
}

function matcher(patterns: readonly string[] = []): (path: string) => boolean {
  const matching = ignore().add(patterns);
  return (path) => matching.ignores(path);
}

/** `two-fer` for `two-fer/python`. */
function nameOf(folder: string, language: string): string {
  return basename(folder) === language ? basename(dirname(folder)) : basename(folder);
}

/** Exercises may share prompt files, which must be inside the suite. */
function readPrompt(files: readonly string[], { folder, root }: { folder: string; root: string }): string {
  const texts = files.map((file) => {
    if (relative(root, resolve(folder, file)).startsWith(".."))
      throw new InvalidExercise(exerciseFile, `${file} is outside of the suite.`);
    const text = readText(folder, file);
    if (text === undefined) throw new InvalidExercise(file, "The prompt file does not exist.");
    return text.trim();
  });
  return texts.join("\n\n");
}

const patterns = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === "string" ? [value] : value));

const command = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === "string" ? ["sh", "-c", value] : value));

/** `exercise.yaml`. Patterns are written as in `.gitignore`. */
const ownExerciseSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[\w.-]+$/)
    .optional(),
  language: z.string(),
  prompt: z.string().optional().describe("the prompt for the agent"),
  promptFiles: z.array(z.string()).default(["instructions.md"]).describe("files with the prompt, if prompt is not set"),
  solution: patterns.optional().describe("files that the agent writes; by the conventions of the language if not set"),
  tests: patterns.optional().describe("by the conventions of the language if not set"),
  visible: patterns.optional().describe("tests that the agent can see"),
  hidden: patterns.optional().describe("files hidden from both the agent and grading"),
  reference: z.string().default(".reference").describe("the folder with the reference solution"),
  grader: z
    .strictObject({
      command,
      results: z.enum(["exit-code", "junit", "tap", "reward"]).default("exit-code"),
      expected: z.number().int().min(1).optional(),
    })
    .optional()
    .describe("the grader of the language if not set"),
  setup: command.optional(),
  gradingSeconds: z.number().positive().optional(),
  release: z.boolean().optional(),
  passesUntouched: z.boolean().optional(),
});
type OwnExercise = z.infer<typeof ownExerciseSchema>;

/** `suite.yaml`, at the root. */
const ownSuiteSchema = z.strictObject({
  name: z.string().optional(),
  description: z.string().optional(),
});
