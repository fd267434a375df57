/** Where one solution is graded, once: a copy of the exercise with the solution in it, and commands confined to it. */
export interface Bench {
  /** The copy. Commands run in it. */
  readonly folder: string;
  /** The exercise, as nobody has changed it. */
  readonly pristine: string;
  /** Those files in it that hold tests. */
  readonly tests: readonly string[];
  readonly release: boolean;
  /** Empty, for what is built. Another one each time: builds trust the time stamps of what they find. */
  readonly build: string;
  /** For what tells how the tests went. */
  readonly results: string;
  /** What vouches for a result. Made after the solution was written, and known to our own code alone. */
  readonly nonce: string;
  /** Where what every grading needs is kept between them. Nothing that was built from a solution belongs there. */
  readonly cache: string;
  /** Copies one of our own programs, or a folder of them, onto the bench; gives its path. */
  bring(runner: string): string;
  /** Throws `GradingStopped`. */
  run(command: BenchCommand): Promise<BenchRun>;
}

export interface BenchCommand {
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Where its standard output goes, for a program to read; with the rest of what it prints when absent. */
  readonly outputFile?: string;
}

export interface BenchRun {
  readonly exitCode: number | null;
  readonly output: string;
}

/** Grading came to no end by itself. Whose fault that is, is for the trial to find out. */
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
