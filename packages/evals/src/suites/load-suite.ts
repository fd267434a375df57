import { realpathSync, statSync } from "node:fs";
import { basename, relative } from "node:path";
import { RooError } from "@roo-code/types";
import type { Suite } from "../exercise.ts";
import { findPackaged } from "../packaged-files.ts";
import { builtinSuites } from "./builtin-suites.ts";
import { isExercism, loadExercism } from "./exercism/load-exercism.ts";
import { isHarbor, loadHarbor } from "./harbor/load-harbor.ts";
import { isOwn, loadOwn } from "./own/load-own.ts";
import type { Loaded } from "./suite-problem.ts";

/**
 * A suite by the name of a built-in one, or a folder: an Exercism-style tree, tasks of Harbor, or our own form. What in it
 * cannot be taken is among its problems. Throws `RooError` `unknown_suite` where nothing looks like a suite.
 */
export async function loadSuite(nameOrFolder: string): Promise<Suite> {
  const builtin = builtinSuites.find(({ name }) => name === nameOrFolder);
  const folder = builtin ? findPackaged(`suites/${builtin.name}`) : folderOf(nameOrFolder);
  const { name = basename(folder), ...loaded } = await loadTree(folder);
  const { exercises, problems } = withoutTwins(loaded, folder);
  // That nothing of ours passes untouched is proven by our own tests.
  const known = builtin ? exercises.map((exercise) => ({ ...exercise, passesUntouched: false })) : exercises;
  return { name, folder, exercises: known, problems };
}

async function loadTree(folder: string): Promise<Loaded & { readonly name?: string }> {
  if (isOwn(folder)) return loadOwn(folder);
  if (isHarbor(folder)) return loadHarbor(folder);
  if (isExercism(folder)) return loadExercism(folder);
  throw unknown(`${folder} holds nothing that looks like exercises.`);
}

/** A trial is known by language and name, so one exercise alone may have them. */
function withoutTwins({ exercises, problems }: Loaded, root: string): Loaded {
  const known = new Set<string>();
  const twins = exercises.filter(({ language, name }) => {
    const id = `${language}/${name}`;
    return known.has(id) || !known.add(id);
  });
  return {
    exercises: exercises.filter((exercise) => !twins.includes(exercise)),
    problems: [
      ...problems,
      ...twins.map(({ folder, language, name }) => ({
        path: relative(root, folder),
        message: `There is another ${language}/${name}.`,
      })),
    ],
  };
}

function folderOf(path: string): string {
  try {
    const folder = realpathSync(path);
    if (statSync(folder).isDirectory()) return folder;
  } catch {
    // Told below, together with the case of a file.
  }
  throw unknown(`There is no suite and no folder ${path}.`);
}

function unknown(message: string): RooError {
  const names = builtinSuites.map(({ name }) => name).join(", ");
  return new RooError({ code: "unknown_suite", message, next: `Give a folder of exercises, or one of ${names}.` });
}
