import type { ApprovalKind, ApprovalRule } from "@roo-code/types";
import type { ResolvedProgram } from "./path-resolver.ts";
import type { SimpleCommand } from "./shell/command-facts.ts";

/**
 * Whether a rule matches. `maybe`: known only when the command runs. `mentioned`: the rule's command is among the words
 * of another one. `hidden`: it may be run by something that rules cannot inspect.
 */
export type Match = "yes" | "maybe" | "mentioned" | "hidden" | "no";

/** A command that rules can be matched against. An interface, so that the shell parser is loaded only for commands. */
export interface JudgedCommand {
  readonly simple: SimpleCommand;
  readonly program: ResolvedProgram;
  /** First words of the rules that may match it, in lower case; undefined if any rule may. */
  readonly names: readonly string[] | undefined;
  /** For allow rules. */
  isAllowed(rule: ApprovalRule): boolean;
  /** The same, for a rule that names all of its words. */
  isExactMatch(rule: ApprovalRule): boolean;
  /** For deny and ask rules. */
  matches(rule: ApprovalRule): Match;
}

/** One thing that must be allowed before a call may act. */
export interface Requirement {
  /** Description for people. */
  readonly what: string;
  /** All of these are needed. */
  readonly kinds: readonly ApprovalKind[];
  /** Approval of this whole kind also covers the first of `kinds`. */
  readonly orKind?: ApprovalKind;
  readonly command?: JudgedCommand;
  /** The same file, as seen from each possible folder: all must be allowed. Empty if unknown. */
  readonly paths?: readonly string[];
  /** May be outside the workspace: approval of a whole kind does not cover it, a rule must name the path. */
  readonly mayBeOutside?: true;
  /** An MCP tool: `server/tool`. */
  readonly tool?: string;
  /** Hash of that tool's definition. */
  readonly definition?: string;
  /** The built-in tool that requests it. */
  readonly caller?: string;
  readonly host?: string;
  /** Only approval of its whole kind covers it. */
  readonly isDoubt?: true;
  /** It may run commands that were not matched against the rules. */
  readonly hides?: true;
  /** Why rules cannot inspect it, for people. */
  readonly because?: string;
  /** The name resolves to another program than the system's. */
  readonly isReplaced?: true;
  /** Needs no approval, but rules may still deny it. */
  readonly isGranted?: true;
}
