import { type EvalRunRequest, RooError } from "@roo-code/types";
import type { Exercise, Suite } from "../exercise.ts";
import { missingToolchain } from "../graders/all-graders.ts";

type Selection = Pick<EvalRunRequest, "languages" | "exercises">;

/** The exercises that match the selection. Throws `RooError` `no_exercises`. */
export function selectExercises(suite: Suite, { languages, exercises }: Selection): readonly Exercise[] {
  const inLanguages = suite.exercises.filter(({ language }) => languages === undefined || languages.includes(language));
  if (inLanguages.length === 0)
    throw noExercises(
      `The suite ${suite.name} has no exercises in ${(languages ?? []).join(", ")}.`,
      namesOf(suite.exercises, "language"),
    );
  if (exercises === undefined) return inLanguages;
  for (const requested of exercises)
    if (!inLanguages.some((exercise) => matches(exercise, requested)))
      throw noExercises(`The suite ${suite.name} has no exercise ${requested}.`, namesOf(inLanguages, "name"));
  return inLanguages.filter((exercise) => exercises.some((requested) => matches(exercise, requested)));
}

/** By its name in all languages, or by `language/name`. */
function matches({ language, name }: Exercise, requested: string): boolean {
  return requested === name || requested === `${language}/${name}`;
}

const maxNames = 30;

function namesOf(exercises: readonly Exercise[], key: "language" | "name"): string {
  const names = [...new Set(exercises.map((exercise) => exercise[key]))].sort();
  const more = names.length > maxNames ? ", …" : "";
  return `Available: ${names.slice(0, maxNames).join(", ")}${more}.`;
}

function noExercises(message: string, next: string): RooError {
  return new RooError({ code: "no_exercises", message, next });
}

export interface SuiteLanguage {
  readonly language: string;
  readonly exercises: string[];
  /** The missing toolchain, if this machine cannot grade it. */
  readonly missing: string | null;
}

/** A suite by its languages, and whether this machine can grade them. */
export async function describeSuite({ name, exercises }: Suite): Promise<{ name: string; languages: SuiteLanguage[] }> {
  const languages: SuiteLanguage[] = [];
  for (const language of [...new Set(exercises.map((exercise) => exercise.language))].sort()) {
    const own = exercises.filter((exercise) => exercise.language === language);
    const missing = await Promise.all(own.map(({ grader }) => missingToolchain(grader)));
    languages.push({
      language,
      exercises: own.map((exercise) => exercise.name),
      missing: missing.find((failure) => failure !== undefined)?.message ?? null,
    });
  }
  return { name, languages };
}
