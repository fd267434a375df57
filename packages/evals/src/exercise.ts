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
  /** Those of the protected that hold tests. */
  readonly tests: readonly string[];
  /** Files to put over the given ones to solve it, from → to; the folder holds them. */
  readonly reference: readonly FileCopy[];
  /** What solves it where files alone do not, run in the agent's copy. */
  readonly solve?: FolderCommand;
  /** Run once in each copy, before anybody works in it. */
  readonly setup?: FolderCommand;
  /** How it is graded; see `graders/`. */
  readonly grader: GraderSpec;
  /** How long that may take; 180 when absent. */
  readonly gradingSeconds?: number;
  /** Whether it passes although nothing was done, and is left out of scores; found out by grading it when nobody says so. */
  readonly passesUntouched?: boolean;
}

export interface FileCopy {
  readonly from: string;
  readonly to: string;
}

/** A command that runs in a copy of an exercise. */
export interface FolderCommand {
  readonly command: readonly string[];
  /** Where it finds the copy, such as `/app`, when not at its own place. */
  readonly at?: string;
  readonly places?: readonly ShownFolder[];
}

/** A folder beside the exercise's that a command finds, read-only, at a place of its own. */
export interface ShownFolder {
  /** Absolute. */
  readonly from: string;
  readonly at: string;
}

export const gradedLanguages = ["go", "java", "javascript", "python", "rust"] as const;
export type GradedLanguage = (typeof gradedLanguages)[number];

/** A grader of a language, or a command that writes what came of it. */
export type GraderSpec = LanguageGraderSpec | CommandGraderSpec;

export interface LanguageGraderSpec {
  readonly kind: GradedLanguage;
  /** Tests are compiled with optimisation: without it they would take too long. */
  readonly release?: boolean;
}

export interface CommandGraderSpec extends FolderCommand {
  readonly kind: "command";
  /** `junit`, `tap` and `reward` are read from the file that `$ROO_RESULTS` names, `tap` else from what is printed. */
  readonly results: "exit-code" | "junit" | "tap" | "reward";
  /** How many tests there are at least; 1 when absent. */
  readonly expected?: number;
}

export interface Suite {
  readonly name: string;
  /** Where all of it is. */
  readonly folder: string;
  readonly exercises: readonly Exercise[];
  /** What in the tree could not be taken for an exercise, and why. */
  readonly problems: readonly SuiteProblem[];
}

export interface SuiteProblem {
  readonly path: string;
  readonly message: string;
}
