import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Exercise } from "../exercise.ts";
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
  const isProtected = new Set(exercise.protected);
  const isGiven = new Set([...exercise.given, ...exercise.solution]);
  const ignored: Ignored[] = [];
  for (const change of changes) {
    if (isProtected.has(change.path)) ignored.push({ path: change.path, why: "protected" });
    else if (isGiven.has(change.path)) put(change, target);
    else if (files.mayBeAdded(change.path)) putFile(into, change.path, change.content);
    else if (change.kind !== "deleted") ignored.push({ path: change.path, why: "steers the tests" });
  }
  return ignored;
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
