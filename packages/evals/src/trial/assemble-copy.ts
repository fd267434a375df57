import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Exercise } from "../exercise.ts";
import { graderOf } from "../graders/all-graders.ts";
import type { LanguageFiles } from "../graders/grader.ts";
import type { Change } from "./collect-changes.ts";
import { putFile, removeFile } from "./copy-files.ts";

/** What an agent did that is not graded, and why. */
export interface Ignored {
  readonly path: string;
  readonly why: "protected" | "steers the tests";
}

/** Puts what the agent wrote of the solution into a pristine copy. What tests stand on, and what could sway them, stays out. */
export function putSolution(changes: readonly Change[], target: Target): readonly Ignored[] {
  const { exercise, files, into } = target;
  const ignored: Ignored[] = [];
  for (const change of changes) {
    const part = partOf(change.path, exercise, files);
    if (part === "given") put(change, target);
    else if (part === "added") putFile(into, change.path, change.content);
    else if (part === "protected" || change.kind !== "deleted") ignored.push({ path: change.path, why: part });
  }
  return ignored;
}

/** Whether an agent left anything that is graded. */
export function hasSolution(changes: readonly Change[], exercise: Exercise): boolean {
  const { files } = graderOf(exercise.grader);
  return changes.some(({ path }) => ["given", "added"].includes(partOf(path, exercise, files)));
}

type Part = "given" | "added" | Ignored["why"];

function partOf(path: string, { protected: kept, given, solution }: Exercise, files: LanguageFiles): Part {
  if (kept.includes(path)) return "protected";
  if (given.includes(path) || solution.includes(path)) return "given";
  return files.mayBeAdded(path) ? "added" : "steers the tests";
}

interface Target {
  readonly exercise: Exercise;
  readonly files: LanguageFiles;
  readonly into: string;
}

function put({ path, kind, content }: Change, { exercise, files, into }: Target): void {
  if (kind === "deleted") return removeFile(into, path);
  putFile(into, path, mergeIfPart(path, { content, exercise, files }) ?? content);
}

function mergeIfPart(
  path: string,
  { content, exercise, files }: { content: Buffer; exercise: Exercise; files: LanguageFiles },
): string | undefined {
  if (!files.merge || !exercise.given.includes(path)) return undefined;
  const pristine = readFileSync(join(exercise.folder, path), "utf8");
  return files.merge(path, { pristine, own: content.toString("utf8") });
}
