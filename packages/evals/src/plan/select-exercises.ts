import { type EvalRunRequest, RooError } from "@roo-code/types";
import type { Exercise, Suite } from "../exercise.ts";

type Selection = Pick<EvalRunRequest, "languages" | "exercises">;

/** Those of a suite that are asked for. Throws `RooError` `no_exercises`. */
export function selectExercises(suite: Suite, { languages, exercises }: Selection): readonly Exercise[] {
  const spoken = suite.exercises.filter(({ language }) => languages === undefined || languages.includes(language));
  if (spoken.length === 0)
    throw noExercises(
      `The suite ${suite.name} has nothing in ${(languages ?? []).join(", ")}.`,
      namesOf(suite.exercises, "language"),
    );
  if (exercises === undefined) return spoken;
  for (const wanted of exercises)
    if (!spoken.some((exercise) => isMeant(exercise, wanted)))
      throw noExercises(`The suite ${suite.name} has no exercise ${wanted}.`, namesOf(spoken, "name"));
  return spoken.filter((exercise) => exercises.some((wanted) => isMeant(exercise, wanted)));
}

/** By its name in every language, or in one. */
function isMeant({ language, name }: Exercise, wanted: string): boolean {
  return wanted === name || wanted === `${language}/${name}`;
}

const mostNamed = 30;

function namesOf(exercises: readonly Exercise[], key: "language" | "name"): string {
  const names = [...new Set(exercises.map((exercise) => exercise[key]))].sort();
  const more = names.length > mostNamed ? ", …" : "";
  return `There are ${names.slice(0, mostNamed).join(", ")}${more}.`;
}

function noExercises(message: string, next: string): RooError {
  return new RooError({ code: "no_exercises", message, next });
}
