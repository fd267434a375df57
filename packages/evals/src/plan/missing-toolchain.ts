import { RooError } from "@roo-code/types";
import type { Exercise } from "../exercise.ts";
import { findProgram } from "../graders/find-program.ts";
import { findGo } from "../graders/go/go-toolchain.ts";
import { findJava } from "../graders/java/java-toolchain.ts";
import { findRust } from "../graders/rust/rust-toolchain.ts";

const toolchains: Readonly<Record<Exclude<Exercise["grader"]["kind"], "command">, () => unknown>> = {
  go: findGo,
  java: findJava,
  // Its tests run in the program that runs us.
  javascript: () => undefined,
  python: () => findProgram("python3", "Install Python 3."),
  rust: findRust,
};

/** What this machine lacks to grade an exercise, for people; null when nothing is known to be missing. */
export async function missingToolchain({ grader }: Pick<Exercise, "grader">): Promise<string | null> {
  if (grader.kind === "command") return null;
  try {
    await toolchains[grader.kind]();
    return null;
  } catch (error) {
    if (error instanceof RooError) return [error.message, error.next].filter(Boolean).join(" ");
    throw error;
  }
}
