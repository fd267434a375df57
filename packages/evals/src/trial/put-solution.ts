import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Exercise } from "../exercise.ts";
import { graderOf } from "../graders/all-graders.ts";
import type { LanguageFiles } from "../graders/grader.ts";
import type { Change } from "./collect-changes.ts";
import { removeFile, writeFile } from "./exercise-copy.ts";

/** A file of the agent that is not graded, and why. */
export interface IgnoredFile {
  readonly path: string;
  readonly reason: "protected" | "influences the tests";
}

/** Writes the agent's solution to a pristine copy, without tests, their helpers and anything that could influence them. */
export function putSolution(changes: readonly Change[], target: Target): readonly IgnoredFile[] {
  const { exercise, files, folder } = target;
  const ignored: IgnoredFile[] = [];
  for (const change of changes) {
    const part = partOf(change.path, exercise, files);
    if (part === "given") writeGiven(change, target);
    else if (part === "added") writeFile(folder, change.path, change.content);
    else if (part === "protected" || change.kind !== "deleted") ignored.push({ path: change.path, reason: part });
  }
  return ignored;
}

/** Whether any of the changes are graded. */
export function hasSolution(changes: readonly Change[], exercise: Exercise): boolean {
  const { files } = graderOf(exercise.grader);
  return changes.some(({ path }) => ["given", "added"].includes(partOf(path, exercise, files)));
}

type Part = "given" | "added" | IgnoredFile["reason"];

function partOf(path: string, { protected: kept, given, solution }: Exercise, files: LanguageFiles): Part {
  if (kept.includes(path)) return "protected";
  if (given.includes(path) || solution.includes(path)) return "given";
  return files.mayBeAdded(path) ? "added" : "influences the tests";
}

interface Target {
  readonly exercise: Exercise;
  readonly files: LanguageFiles;
  readonly folder: string;
}

function writeGiven({ path, kind, content }: Change, { exercise, files, folder }: Target): void {
  if (kind === "deleted") return removeFile(folder, path);
  writeFile(folder, path, mergeBuildConfig(path, { content, exercise, files }) ?? content);
}

function mergeBuildConfig(
  path: string,
  { content, exercise, files }: { content: Buffer; exercise: Exercise; files: LanguageFiles },
): string | undefined {
  if (!files.merge || !exercise.given.includes(path)) return undefined;
  const pristine = readFileSync(join(exercise.folder, path), "utf8");
  return files.merge(path, { pristine, own: content.toString("utf8") });
}
