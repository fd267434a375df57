import type { ApprovalKind, ApprovalRule } from "@roo-code/types";
import type { ProgramPlace } from "./places.ts";
import type { SimpleCommand } from "./shell/command-facts.ts";

/**
 * Whether a rule means something. `maybe`: only the run will tell. `mentioned`: what the rule means is among the words.
 * `hidden`: it may be among what the words do not tell.
 */
export type Match = "yes" | "maybe" | "mentioned" | "hidden" | "no";

/** A command with what rules say to it; made where commands are read, so that who asks for anything else need not load that. */
export interface JudgedCommand {
  readonly simple: SimpleCommand;
  readonly place: ProgramPlace;
  /** First words of rules that may mean it, in small letters; undefined when any may. */
  readonly names: readonly string[] | undefined;
  /** For a rule that allows. */
  isCoveredBy(rule: ApprovalRule): boolean;
  /** The same, for a rule that names all its words. */
  isExactly(rule: ApprovalRule): boolean;
  /** For a rule that denies or asks. */
  matches(rule: ApprovalRule): Match;
}

/** One thing that must be allowed before something is done. */
export interface Demand {
  /** In words, for whoever is told. */
  readonly what: string;
  /** All of these are needed. */
  readonly kinds: readonly ApprovalKind[];
  /** Leave for this kind as a whole is enough for what comes first in `kinds`. */
  readonly orKind?: ApprovalKind;
  readonly command?: JudgedCommand;
  /** Each must be allowed; the same file seen from several folders. Empty when it cannot be known. */
  readonly paths?: readonly string[];
  /** Leave for all edits ends at the workspace; beyond it, or where it cannot be known, a path must be named. */
  readonly isBeyond?: true;
  /** What is called by name: `server/tool` of MCP. */
  readonly tool?: string;
  /** What that tool is, as a hash. */
  readonly definition?: string;
  /** The tool of our own that asks. */
  readonly caller?: string;
  readonly host?: string;
  /** Nothing but leave for all of its kind is enough. */
  readonly isDoubt?: true;
  /** Commands that no rule was put to may be part of it. */
  readonly hides?: true;
  /** Why its words do not tell what runs, for whoever is asked. */
  readonly because?: string;
  /** The name leads to another program than the machine's. */
  readonly isReplaced?: true;
  /** Needs no leave, but a rule may be against it. */
  readonly isGranted?: true;
}
