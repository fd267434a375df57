import type { Suite } from "../exercise.ts";
import { missingToolchain } from "../graders/all-graders.ts";

export interface SuiteLanguage {
  readonly language: string;
  readonly exercises: string[];
  /** What is missing to grade it. */
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
      missing: missing.find((what) => what !== undefined)?.message ?? null,
    });
  }
  return { name, languages };
}
