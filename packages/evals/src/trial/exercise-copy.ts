import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { RooError } from "@roo-code/types";
import type { Exercise, FolderCommand } from "../exercise.ts";
import { hashTree, type Tree } from "./collect-changes.ts";
import { openSealedWorkspace, shellLine } from "./sealed-workspace.ts";

interface CopyOptions {
  readonly exercise: Exercise;
  /** Which of the exercise's files to copy. */
  readonly paths: readonly string[];
  readonly folder: string;
  readonly home: string;
  readonly signal: AbortSignal;
}

/** Copies the given files and runs the exercise's setup. Returns the content of the copy. */
export async function copyExercise({ exercise, paths, folder, home, signal }: CopyOptions): Promise<Tree> {
  mkdirSync(folder, { recursive: true });
  copyFiles(new Set(paths), { from: exercise.folder, to: folder });
  if (exercise.setup) await runSuiteCommand(exercise.setup, { folder, home, signal });
  return hashTree(folder);
}

export function hasReference({ reference, solve }: Exercise): boolean {
  return reference.length > 0 || solve !== undefined;
}

/** Applies the exercise's reference solution to a copy. Throws `RooError` `no_reference` if it has none. */
export async function applyReference(
  exercise: Exercise,
  { folder, home, signal }: { folder: string; home: string; signal: AbortSignal },
): Promise<void> {
  if (!hasReference(exercise))
    throw new RooError({
      code: "no_reference",
      message: `${exercise.language}/${exercise.name} has no reference solution.`,
    });
  for (const { from, to } of exercise.reference) writeFile(folder, to, readFileSync(join(exercise.folder, from)));
  if (exercise.solve) await runSuiteCommand(exercise.solve, { folder, home, signal });
}

const timeoutMs = 180_000;

/** Runs a suite's own command (setup, solve) in a copy. Throws `RooError` `suite_command_failed`. */
async function runSuiteCommand(
  { command, at, mounts = [] }: FolderCommand,
  { folder, home, signal }: { folder: string; home: string; signal: AbortSignal },
): Promise<void> {
  mkdirSync(home, { recursive: true });
  const workspace = openSealedWorkspace({
    root: folder,
    home,
    mounts: [
      ...(at === undefined ? [] : [{ kind: "write", source: folder, target: at } as const]),
      ...mounts.map((mount) => ({ kind: "read", source: mount.from, target: mount.at }) as const),
    ],
  });
  try {
    const line = shellLine(command);
    const outcome = await workspace.execute({
      command: at === undefined ? line : `cd ${shellLine([at])} && ${line}`,
      timeoutMs,
      signal,
      maxOutputBytes: 4000,
      onOutput: () => undefined,
    });
    if (outcome.exitCode !== 0)
      throw new RooError({
        code: "suite_command_failed",
        message: `The exercise's command failed: ${command.join(" ")}: ${outcome.output.trim()}`,
        next: "Fix the exercise.",
      });
  } finally {
    await workspace.dispose();
  }
}

/** Copies files from one folder to the same paths in another. */
function copyFiles(paths: Iterable<string>, { from, to }: { from: string; to: string }): void {
  for (const path of paths) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    copyFileSync(join(from, path), join(to, path));
  }
}

/** Replaces anything at the path. */
export function writeFile(folder: string, path: string, content: string | Uint8Array): void {
  removeFile(folder, path);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

export function removeFile(folder: string, path: string): void {
  rmSync(join(folder, path), { recursive: true, force: true });
}
