import type { Failure } from "@roo-code/types";
import { RooError } from "@roo-code/types";
import type { GradedLanguage, GraderSpec } from "../exercise.ts";
import { commandGrader } from "./command-grader.ts";
import { goGrader } from "./go-grader.ts";
import type { Grader } from "./grader.ts";
import { javaGrader } from "./java-grader.ts";
import { javascriptGrader } from "./javascript-grader.ts";
import { pythonGrader } from "./python-grader.ts";
import { rustGrader } from "./rust-grader.ts";

const languageGraders: Readonly<Record<GradedLanguage, Grader>> = {
  go: goGrader,
  java: javaGrader,
  javascript: javascriptGrader,
  python: pythonGrader,
  rust: rustGrader,
};

export function graderOf(spec: GraderSpec): Grader {
  return spec.kind === "command" ? commandGrader(spec) : languageGraders[spec.kind];
}

/** Undefined when there is no grader for the language. */
export function graderOfLanguage(language: string): Grader | undefined {
  return Object.entries(languageGraders).find(([name]) => name === language)?.[1];
}

/** Why this machine cannot grade such exercises; undefined if it can. */
export async function missingToolchain(spec: GraderSpec): Promise<Failure | undefined> {
  try {
    await graderOf(spec).check();
    return undefined;
  } catch (error) {
    if (error instanceof RooError) return { code: error.code, message: `${error.message} ${error.next ?? ""}`.trim() };
    throw error;
  }
}
