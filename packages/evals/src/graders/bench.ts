/** The environment in which one solution is graded, once: a copy of the exercise with the solution, and sandboxed commands. */
export interface Bench {
  /** The copy. Commands run in it. */
  readonly folder: string;
  /** The exercise without the solution. */
  readonly pristine: string;
  /** Relative paths of the test files. */
  readonly tests: readonly string[];
  readonly release: boolean;
  /** An empty folder for build output. New each time, because builds trust time stamps of existing output. */
  readonly build: string;
  /** For test results. */
  readonly results: string;
  /** Marks results as ours. Created after the solution was written, and known only to our own code. */
  readonly nonce: string;
  /** Shared by all gradings. Must not contain anything built from a solution. */
  readonly cache: string;
  /** Copies one of our own test runners, a file or a folder, onto the bench; returns its path. */
  copyRunner(runner: string): string;
  /** Throws `GradingStopped`. */
  run(command: BenchCommand): Promise<BenchRun>;
}

export interface BenchCommand {
  readonly argv: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Receives standard output; without it, standard output is part of `BenchRun.output`. */
  readonly outputFile?: string;
}

export interface BenchRun {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Grading was stopped. The trial decides whether the solution is to blame. */
export class GradingStopped extends Error {
  readonly reason: "time" | "memory" | "abort";
  readonly output: string;

  constructor(reason: GradingStopped["reason"], output: string) {
    super(`Grading was stopped: ${reason}.`);
    this.name = "GradingStopped";
    this.reason = reason;
    this.output = output;
  }
}
