import type { Evidence } from "@roo-code/types";
import type { CommandRun } from "./command-runs.ts";
import type { PathChanges } from "./path-changes.ts";

/** Something that changed files, or may have. `what` is a sentence: `a.ts was changed`. */
export interface Change {
  readonly seq: number;
  readonly what: string;
}

/** What claims are held against. */
export interface Facts {
  /** The newest last. */
  readonly runs: readonly CommandRun[];
  readonly paths: PathChanges;
  readonly root: string;
  /** All files the task is known to have changed, by whatever means. */
  readonly changed: ReadonlySet<string>;
  /** Claimed paths at which nothing is. */
  readonly missing: ReadonlySet<string>;
  /** Keys of the parts of all commands that are claimed. */
  readonly claimed: ReadonlySet<string>;
  /** The newest that is no command's. */
  readonly lastChange: Change | undefined;
  readonly hadSubtask: boolean;
  /** Whether something ran that may have changed files without a record of which. */
  readonly hadEffect: boolean;
  readonly hasForgotten: boolean;
}

export type Finding = Pick<Evidence, "verdict" | "seq" | "why">;
