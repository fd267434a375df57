import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import { graderOfLanguage } from "../graders/all-graders.ts";
import { concatLoaded, type LoadedExercises, loadEach } from "./exercise-parts.ts";
import { loadExercismExercise } from "./exercism-exercise.ts";
import { listFolders, readText } from "./suite-files.ts";

const practice = "exercises/practice";

/** Whether a tree contains exercises in the layout of Exercism or of Roo Code's evals. */
export function isExercism(root: string): boolean {
  return existsSync(join(root, practice)) || tracksOf(root).length > 0;
}

/** `<language>/exercises/practice/<name>`, `<language>/<name>`, or one language's `exercises/practice/<name>`. */
export async function loadExercism(root: string): Promise<LoadedExercises> {
  const own = existsSync(join(root, practice))
    ? [{ language: languageOfTrack(root), folder: join(root, practice) }]
    : [];
  const tracks = [...own, ...tracksOf(root)];
  return concatLoaded(
    await Promise.all(
      tracks.map(({ language, folder }) =>
        graderOfLanguage(language)
          ? loadEach(
              exercisesIn(folder),
              (exercise) => loadExercismExercise(exercise, language),
              (exercise) => relative(root, exercise),
            )
          : withoutGrader(language, exercisesIn(folder).length),
      ),
    ),
  );
}

async function withoutGrader(language: string, count: number): Promise<LoadedExercises> {
  const message = `No grader for ${language}: ${count} exercises skipped.`;
  return { exercises: [], problems: [{ path: language, message }] };
}

function tracksOf(root: string): readonly { language: string; folder: string }[] {
  return listFolders(root).flatMap((language) => {
    const nested = join(root, language, practice);
    if (existsSync(nested)) return [{ language, folder: nested }];
    const flat = join(root, language);
    return listFolders(flat).some((name) => looksLikeExercise(join(flat, name))) ? [{ language, folder: flat }] : [];
  });
}

function exercisesIn(folder: string): readonly string[] {
  const isNested = folder.endsWith(practice);
  return listFolders(folder)
    .map((name) => join(folder, name))
    .filter((exercise) => isNested || looksLikeExercise(exercise));
}

function looksLikeExercise(folder: string): boolean {
  return [".meta/config.json", ".docs/instructions.md", "docs/instructions.md"].some((file) =>
    existsSync(join(folder, file)),
  );
}

/** The language of a track, from its `config.json`. */
function languageOfTrack(root: string): string {
  const text = readText(root, "config.json");
  const parsed = z.object({ slug: z.string() }).safeParse(text === undefined ? undefined : JSON.parse(text));
  return parsed.success ? parsed.data.slug : "unknown";
}
