import type { TestCounts } from "@roo-code/types";
import type { Bench } from "./bench.ts";

/** How solutions in one language are tested, and which of its files may sway that. */
export interface Grader {
  readonly files: LanguageFiles;
  /** Throws `RooError` `toolchain_missing` where this machine cannot grade with it. */
  check(): Promise<void>;
  /** How many tests a pristine file holds at least. */
  countTests(source: string): number;
  /**
   * Tests what lies on the bench. Throws as `check` does, and `GradingStopped` as the bench does; whatever the solution
   * does is in the report.
   */
  grade(bench: Bench): Promise<GraderReport>;
}

export interface GraderReport {
  readonly exitCode: number | null;
  /** null: no result that could be read, as when it does not compile. */
  readonly tests: Omit<TestCounts, "expected"> | null;
  /** For people, and for an agent that may try again. */
  readonly output: string;
}

/** Which files are which, by the custom of a language. Paths are relative, with slashes. */
export interface LanguageFiles {
  isTest(path: string): boolean;
  /** Whether it is for the solver to write, where nothing else says so. */
  isSolution(path: string): boolean;
  /** Whether a file that the agent added takes part: not when it could sway how tests are found, built or run. */
  mayBeAdded(path: string): boolean;
  /** What is graded of a solution's file that also steers the build. Undefined: it is taken as it is. */
  merge?(path: string, versions: { readonly pristine: string; readonly own: string }): string | undefined;
}
