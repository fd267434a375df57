import type { TestCounts } from "@roo-code/types";
import type { Bench } from "./bench.ts";

/** How solutions in one language are tested, and which of its files can influence that. */
export interface Grader {
  readonly files: LanguageFiles;
  /** Throws `RooError` `toolchain_missing` if this machine lacks the toolchain. */
  check(): Promise<void>;
  /** The minimum number of tests in a pristine file. */
  countTests(source: string): number;
  /**
   * Tests the solution on the bench. Throws as `check` does, and `GradingStopped` as the bench does; failures of the
   * solution are in the report.
   */
  grade(bench: Bench): Promise<GraderReport>;
}

export interface GraderReport {
  readonly exitCode: number | null;
  /** null without a readable result, for example if it does not compile. */
  readonly tests: Omit<TestCounts, "expected"> | null;
  /** For the log, and for an agent that may try again. */
  readonly output: string;
}

/** Classifies files by the conventions of a language. Paths are relative, with slashes. */
export interface LanguageFiles {
  isTest(path: string): boolean;
  /** Whether the agent writes it, if the exercise does not specify that. */
  isSolution(path: string): boolean;
  /** Whether a file added by the agent is kept. False if it could influence how tests are found, built or run. */
  mayBeAdded(path: string): boolean;
  /** The version to grade of a solution file that also configures the build; undefined to grade it unchanged. */
  merge?(path: string, versions: { readonly pristine: string; readonly own: string }): string | undefined;
}
