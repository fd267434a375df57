/** One thing an agent is asked to do, and how that is graded. Plain data: files are read when a trial needs them. */
export interface Exercise {
  /** `go`, `java`, `javascript`, `python`, `rust`, …; of suites with another kind of grading, a word of theirs. */
  readonly language: string;
  readonly name: string;
  /** What the agent is asked. */
  readonly prompt: string;
  /** Where its files are. Never shown to the agent, never written to. */
  readonly folder: string;
  /** Of these files in the folder the agent gets copies; what it is to write is among them. */
  readonly given: readonly string[];
  /** What it is expected to write. */
  readonly solution: readonly string[];
  /** Taken from the folder for grading, whatever the agent did to its own copies: tests and what they stand on. */
  readonly protected: readonly string[];
  /** Files to put over the given ones to solve it, from → to; the folder holds them. */
  readonly reference: readonly FileCopy[];
  /** How it is graded; see `graders/`. */
  readonly grader: GraderSpec;
  /** Passes although nothing was done, by the suite's own word: left out of scores. */
  readonly passesUntouched?: boolean;
}

export interface FileCopy {
  readonly from: string;
  readonly to: string;
}

/** A grader of a language, or a command that writes what came of it. */
export type GraderSpec =
  | { readonly kind: "go" | "java" | "javascript" | "python" | "rust" | "cpp"; readonly release?: boolean }
  | {
      readonly kind: "command";
      readonly command: readonly string[];
      readonly results: "exit-code" | "junit" | "tap" | "reward";
    };

export interface Suite {
  readonly name: string;
  readonly exercises: readonly Exercise[];
  /** What in the tree could not be taken for an exercise, and why. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}
