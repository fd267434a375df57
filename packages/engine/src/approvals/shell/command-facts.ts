import type { ShellWord } from "./shell-word.ts";

/** A program, builtin or function that is called, with its words. */
export interface SimpleCommand {
  /** The name first. Never empty. */
  readonly words: readonly ShellWord[];
  /** As it was written; for what a wrapper runs, what is left of it. */
  readonly text: string;
  /** Names of the wrappers that were taken off, outermost first. */
  readonly via: readonly string[];
  /** Runs other commands of this list; `through` when it adds nothing to them and needs no leave of its own. */
  readonly wrapper?: "through" | "opaque";
  /** Why it may run commands that are not in the list. */
  readonly hides?: string;
  /** Its words say all that the inner command is. */
  readonly isInnerFixed?: boolean;
  /** Gets text from a here-document, a here-string or a pipe. */
  readonly isFed: boolean;
  /** Folders it may run in, relative to the workspace or absolute; none when it cannot be known. */
  readonly folders: readonly string[];
  /** Which command of the list runs it. */
  readonly outer?: SimpleCommand;
}

/** A file that the shell itself opens. */
export interface FileUse {
  readonly use: "read" | "write";
  readonly text: string;
  /** Undefined when it cannot be known. */
  readonly path: string | undefined;
  readonly folders: readonly string[];
  /** Nothing is written to it, so that nothing is left of it. */
  readonly isEmptied?: boolean;
}

/** A variable that is set for a command, or in the shell itself. */
export interface Assigned {
  readonly text: string;
  readonly name: string;
  readonly forCommand: boolean;
  /** A plain text: nothing in it could be evaluated again. */
  readonly isPlain: boolean;
}

/** Something that cannot be told from the text. */
export interface Doubt {
  readonly what: string;
  /**
   * `unread`: the text, or a part of it, was not understood. `hidden`: commands may run that are not in the list.
   * `open`: all that runs is in the list, but it may work otherwise than it looks. `calculated`: a variable is evaluated,
   * which is `hidden` where the same line sets one to more than a plain text, and else `open`.
   */
  readonly kind: "unread" | "hidden" | "calculated" | "open";
}

/** All that a command line would do, as far as its text tells. */
export interface CommandFacts {
  readonly commands: readonly SimpleCommand[];
  readonly files: readonly FileUse[];
  readonly assignments: readonly Assigned[];
  /** None of it is covered by a rule that allows single commands. */
  readonly doubts: readonly Doubt[];
  /** Text that is handed over as input: here-documents and here-strings. */
  readonly inputs: readonly string[];
  /** A function that calls itself more than once or in the background. */
  readonly isFork: boolean;
}
