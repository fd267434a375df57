import type { TestCounts } from "@roo-code/types";
import type { Bench } from "./bench.ts";

/** How solutions in one language are tested, and which of its files can influence that. */
export interface Grader {
  readonly files: LanguageFiles;
  /** Throws `RooError` `toolchain_missing` when this machine lacks the toolchain. */
  check(): Promise<void>;
  /** The least number of tests in a pristine file. */
  countTests(source: string): number;
  /**
   * Tests the solution on the bench. Throws as `check` does, and `GradingStopped` as the bench does; whatever the
   * solution does is in the report.
   */
  grade(bench: Bench): Promise<GraderReport>;
}

export interface GraderReport {
  readonly exitCode: number | null;
  /** null: no readable result, for example because it does not compile. */
  readonly tests: Omit<TestCounts, "expected"> | null;
  /** For the log, and for an agent that may try again. */
  readonly output: string;
}

/** Which files are which, by the conventions of a language. Paths are relative, with slashes. */
export interface LanguageFiles {
  isTest(path: string): boolean;
  /** Whether the solver writes it, when the exercise does not say. */
  isSolution(path: string): boolean;
  /** Whether a file that the agent added is kept: not when it could influence how tests are found, built or run. */
  mayBeAdded(path: string): boolean;
  /** The version to grade of a solution's file that also configures the build. Undefined: the file as it is. */
  merge?(path: string, versions: { readonly pristine: string; readonly own: string }): string | undefined;
}
