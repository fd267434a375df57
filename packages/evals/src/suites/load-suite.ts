import { realpathSync, statSync } from "node:fs";
import { basename, relative } from "node:path";
import { RooError } from "@roo-code/types";
import type { Suite } from "../exercise.ts";
import { findPackaged } from "../packaged-files.ts";
import type { LoadedExercises } from "./exercise-parts.ts";
import { isExercism, loadExercism } from "./load-exercism.ts";
import { isHarbor, loadHarbor } from "./load-harbor.ts";
import { isOwn, loadOwn } from "./load-own.ts";

/**
 * Loads a built-in suite by name, or a folder: an Exercism-style tree, Harbor tasks, or our own format. Invalid exercises are in
 * `problems`. Throws `RooError` `unknown_suite` when nothing looks like a suite.
 */
export async function loadSuite(nameOrFolder: string): Promise<Suite> {
  const builtin = builtinSuites.find(({ name }) => name === nameOrFolder);
  const folder = builtin ? findPackaged(`suites/${builtin.name}`) : folderOf(nameOrFolder);
  const { name = basename(folder), ...loaded } = await loadTree(folder);
  const { exercises, problems } = withoutDuplicates(loaded, folder);
  // Our own tests verify that no built-in exercise passes untouched.
  const known = builtin ? exercises.map((exercise) => ({ ...exercise, passesUntouched: false })) : exercises;
  return { name, folder, exercises: known, problems };
}

async function loadTree(folder: string): Promise<LoadedExercises & { readonly name?: string }> {
  if (isOwn(folder)) return loadOwn(folder);
  if (isHarbor(folder)) return loadHarbor(folder);
  if (isExercism(folder)) return loadExercism(folder);
  throw unknownSuite(`No exercises found in ${folder}.`);
}

/** A trial is identified by language and name, so they must be unique. */
function withoutDuplicates({ exercises, problems }: LoadedExercises, root: string): LoadedExercises {
  const known = new Set<string>();
  const duplicates = exercises.filter(({ language, name }) => {
    const id = `${language}/${name}`;
    return known.has(id) || !known.add(id);
  });
  return {
    exercises: exercises.filter((exercise) => !duplicates.includes(exercise)),
    problems: [
      ...problems,
      ...duplicates.map(({ folder, language, name }) => ({
        path: relative(root, folder),
        message: `Duplicate exercise: ${language}/${name}.`,
      })),
    ],
  };
}

function folderOf(path: string): string {
  try {
    const folder = realpathSync(path);
    if (statSync(folder).isDirectory()) return folder;
  } catch {
    // Reported below, like a path that is not a folder.
  }
  throw unknownSuite(`No such suite or folder: ${path}`);
}

function unknownSuite(message: string): RooError {
  const names = builtinSuites.map(({ name }) => name).join(", ");
  return new RooError({ code: "unknown_suite", message, next: `Use a folder of exercises, or one of: ${names}.` });
}

/** Packaged with the program. */
export const builtinSuites = [
  { name: "roo-first", description: "one small problem in five languages, to see that everything works" },
  { name: "roo-mini", description: "ten problems from easy to hard, each in Go, Java, JavaScript, Python and Rust" },
  { name: "roo-agentic", description: "ten repairs and features in small projects of several files" },
] as const;
