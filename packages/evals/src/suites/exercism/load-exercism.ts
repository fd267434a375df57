import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import * as z from "zod";
import { graderOfLanguage } from "../../graders/all-graders.ts";
import { listFolders } from "../list-files.ts";
import { textOf } from "../read-file.ts";
import { joinLoaded, type Loaded, loadEach } from "../suite-problem.ts";
import { loadExercismExercise } from "./exercism-exercise.ts";

const practice = "exercises/practice";

/** Whether a tree holds exercises of one or more languages, as Exercism or Roo Code's evals lay them out. */
export function isExercism(root: string): boolean {
  return existsSync(join(root, practice)) || tracksOf(root).length > 0;
}

/** `<language>/exercises/practice/<name>`, `<language>/<name>`, or one language's `exercises/practice/<name>`. */
export async function loadExercism(root: string): Promise<Loaded> {
  const own = existsSync(join(root, practice))
    ? [{ language: languageOfTrack(root), folder: join(root, practice) }]
    : [];
  const tracks = [...own, ...tracksOf(root)];
  return joinLoaded(
    await Promise.all(
      tracks.map(({ language, folder }) =>
        graderOfLanguage(language)
          ? loadEach(
              exercisesIn(folder),
              (exercise) => loadExercismExercise(exercise, language),
              (exercise) => relative(root, exercise),
            )
          : ungraded(language, exercisesIn(folder).length),
      ),
    ),
  );
}

async function ungraded(language: string, count: number): Promise<Loaded> {
  const message = `There is no grader for ${language}: ${count} exercises are left out.`;
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

/** A track says in its `config.json` what language it is for. */
function languageOfTrack(root: string): string {
  const text = textOf(root, "config.json");
  const parsed = z.object({ slug: z.string() }).safeParse(text === undefined ? undefined : JSON.parse(text));
  return parsed.success ? parsed.data.slug : "unknown";
}
