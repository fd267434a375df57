import type { ShellWord } from "./shell-word.ts";

/** A call of a program, builtin or function. */
export interface SimpleCommand {
  /** The name first. Never empty. */
  readonly words: readonly ShellWord[];
  /** As written; for a wrapped command, the part after the wrapper. */
  readonly text: string;
  /** Names of its wrappers, outermost first. */
  readonly via: readonly string[];
  /** Runs other commands of this list; `through` if it adds nothing to them and needs no approval itself. */
  readonly wrapper?: "through" | "opaque";
  /** Why it may run commands that are not in this list. */
  readonly hides?: string;
  /** Its words fully determine the inner command. */
  readonly isInnerFixed?: boolean;
  /** Reads a here-document, a here-string or a pipe. */
  readonly hasInput: boolean;
  /** Folders it may run in, workspace-relative or absolute; empty if unknown. */
  readonly folders: readonly string[];
  /** The command of the list that runs it. */
  readonly outer?: SimpleCommand;
}

/** A file that the shell itself opens. */
export interface FileUse {
  readonly use: "read" | "write";
  readonly text: string;
  /** Undefined if unknown. */
  readonly path: string | undefined;
  readonly folders: readonly string[];
  /** It is truncated, and nothing is written to it. */
  readonly isEmptied?: boolean;
}

/** A variable that is set for a command, or in the shell itself. */
export interface Assigned {
  readonly text: string;
  readonly name: string;
  readonly forCommand: boolean;
  /** A plain text, which cannot be evaluated again. */
  readonly isPlain: boolean;
}

/** Something that the text alone does not determine. */
export interface Doubt {
  readonly what: string;
  /**
   * `unread`: some of the text could not be parsed. `hidden`: commands may run that are not in the list. `open`: all
   * commands are in the list, but may behave differently than they look. `calculated`: a variable is evaluated, which
   * counts as `hidden` if the same line sets one to more than a plain text, else as `open`.
   */
  readonly kind: "unread" | "hidden" | "calculated" | "open";
}

/** What a command line would do, as far as its text shows. */
export interface CommandFacts {
  readonly commands: readonly SimpleCommand[];
  readonly files: readonly FileUse[];
  readonly assignments: readonly Assigned[];
  /** Not covered by rules that allow single commands. */
  readonly doubts: readonly Doubt[];
  /** Contents of here-documents and here-strings. */
  readonly inputs: readonly string[];
  /** A function that calls itself more than once or in the background. */
  readonly isFork: boolean;
}
