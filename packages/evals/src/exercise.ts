/** A task for an agent, and how it is graded. Plain data: files are read when a trial needs them. */
export interface Exercise {
  /** `go`, `java`, `javascript`, `python`, `rust`, …; suites with another kind of grading use their own names. */
  readonly language: string;
  readonly name: string;
  /** The prompt for the agent. */
  readonly prompt: string;
  /** The folder with its files. Never shown to the agent, never written to. */
  readonly folder: string;
  /** Files that are copied for the agent, including those to write. */
  readonly given: readonly string[];
  /** Files that the agent should write. */
  readonly solution: readonly string[];
  /** Tests and their helpers: grading always uses the exercise's version, never the agent's. */
  readonly protected: readonly string[];
  /** The protected files with tests. */
  readonly tests: readonly string[];
  /** The reference solution: files in the folder to copy over the given ones. */
  readonly reference: readonly FileCopy[];
  /** A command that solves it if files alone cannot, run in the agent's copy. */
  readonly solve?: FolderCommand;
  /** Run once in each copy, before anything else. */
  readonly setup?: FolderCommand;
  /** How it is graded; see `graders/`. */
  readonly grader: GraderSpec;
  /** Time limit for grading; 180 by default. */
  readonly gradingSeconds?: number;
  /** Whether it passes without any change, and is excluded from scores; found by grading it if not set. */
  readonly passesUntouched?: boolean;
}

export interface FileCopy {
  readonly from: string;
  readonly to: string;
}

/** A command that runs in a copy of an exercise. */
export interface FolderCommand {
  readonly command: readonly string[];
  /** Where the copy is mounted, such as `/app`; at its own path by default. */
  readonly at?: string;
  readonly mounts?: readonly MountedFolder[];
}

/** Another folder that is mounted read-only for a command. */
interface MountedFolder {
  /** Absolute. */
  readonly from: string;
  readonly at: string;
}

export const gradedLanguages = ["go", "java", "javascript", "python", "rust"] as const;
export type GradedLanguage = (typeof gradedLanguages)[number];

/** A language's grader, or a command that reports results. */
export type GraderSpec = LanguageGraderSpec | CommandGraderSpec;

interface LanguageGraderSpec {
  readonly kind: GradedLanguage;
  /** Compile tests with optimisation, because they would be too slow without. */
  readonly release?: boolean;
}

export interface CommandGraderSpec extends FolderCommand {
  readonly kind: "command";
  /** `junit`, `tap` and `reward` are read from the file `$ROO_RESULTS`; `tap` otherwise from standard output. */
  readonly results: "exit-code" | "junit" | "tap" | "reward";
  /** The minimum number of tests; 1 by default. */
  readonly expected?: number;
}

export interface Suite {
  readonly name: string;
  /** Its root folder. */
  readonly folder: string;
  readonly exercises: readonly Exercise[];
  /** Folders that are not valid exercises, and why. */
  readonly problems: readonly SuiteProblem[];
}

export interface SuiteProblem {
  readonly path: string;
  readonly message: string;
}
