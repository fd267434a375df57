import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import * as z from "zod";
import { listFiles } from "../list-files.ts";
import { textOf } from "../read-file.ts";
import { joinLoaded, type Loaded, loadEach } from "../suite-problem.ts";
import { exerciseFile, loadOwnExercise } from "./own-exercise.ts";
import { ownSuiteSchema } from "./own-exercise-schema.ts";

const suiteFile = "suite.yaml";

export function isOwn(root: string): boolean {
  return [suiteFile, exerciseFile].some((file) => existsSync(join(root, file)));
}

/** Every folder with an `exercise.yaml`, at any depth. */
export async function loadOwn(root: string): Promise<Loaded & { readonly name?: string }> {
  const folders = listFiles(root)
    .filter((path) => path === exerciseFile || path.endsWith(`/${exerciseFile}`))
    .map((path) => dirname(join(root, path)));
  const loaded = await loadEach(
    folders,
    (folder) => loadOwnExercise(folder, root),
    (folder) => relative(root, folder) || ".",
  );
  const { name, problem } = await readSuiteFile(root);
  return {
    ...joinLoaded([{ exercises: [], problems: problem ? [problem] : [] }, loaded]),
    ...(name !== undefined && { name }),
  };
}

async function readSuiteFile(root: string) {
  const { load } = await import("js-yaml");
  try {
    return { name: ownSuiteSchema.parse(load(textOf(root, suiteFile) ?? "{}")).name, problem: undefined };
  } catch (error) {
    const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    return { name: undefined, problem: { path: suiteFile, message } };
  }
}
