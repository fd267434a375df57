import type { GradedLanguage, GraderSpec } from "../exercise.ts";
import { commandGrader } from "./command/command-grader.ts";
import { goGrader } from "./go/go-grader.ts";
import type { Grader } from "./grader.ts";
import { javaGrader } from "./java/java-grader.ts";
import { javascriptGrader } from "./javascript/javascript-grader.ts";
import { pythonGrader } from "./python/python-grader.ts";
import { rustGrader } from "./rust/rust-grader.ts";

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

/** Undefined for a language that none is for. */
export function graderOfLanguage(language: string): Grader | undefined {
  return Object.entries(languageGraders).find(([name]) => name === language)?.[1];
}
