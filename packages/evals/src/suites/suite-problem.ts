import type { Exercise, SuiteProblem } from "../exercise.ts";

/** Why a folder cannot be taken for an exercise. Turned into a problem of the suite where it is loaded. */
export class NoExercise extends Error {
  /** The file that is to blame, relative to the exercise. */
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.name = "NoExercise";
    this.path = path;
  }
}

export interface Loaded {
  readonly exercises: readonly Exercise[];
  readonly problems: readonly SuiteProblem[];
}

/** Loads what can be loaded: one bad folder does not keep the others from being taken. */
export async function loadEach(
  folders: readonly string[],
  load: (folder: string) => Promise<Exercise> | Exercise,
  pathOf: (folder: string) => string,
): Promise<Loaded> {
  const exercises: Exercise[] = [];
  const problems: SuiteProblem[] = [];
  for (const folder of folders) {
    try {
      exercises.push(await load(folder));
    } catch (error) {
      const path =
        error instanceof NoExercise && error.path !== "" ? `${pathOf(folder)}/${error.path}` : pathOf(folder);
      problems.push({ path, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return { exercises, problems };
}

export function joinLoaded(parts: readonly Loaded[]): Loaded {
  return {
    exercises: parts.flatMap(({ exercises }) => exercises),
    problems: parts.flatMap(({ problems }) => problems),
  };
}
