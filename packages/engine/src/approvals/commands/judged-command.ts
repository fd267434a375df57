import type { ApprovalRule } from "@roo-code/types";
import type { JudgedCommand } from "../demand.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { nameOf } from "../shell/program-name.ts";
import { isAllowedBy, matchAgainst } from "./match-command.ts";
import { parseRuleWords } from "./rule-words.ts";

/** A command with what rules say to it. */
export function judgedCommand(simple: SimpleCommand, root: string | undefined): JudgedCommand {
  return {
    simple,
    names: namesOf(simple),
    isCoveredBy: (rule) => isCovered(rule, simple, root),
    matches: (rule) => matchAgainst(rule, simple),
  };
}

/** Its own, and those of what runs it: a rule for exactly that covers it, too. */
function namesOf(command: SimpleCommand): string[] | undefined {
  if (!command.outer) {
    const name = command.words[0] && nameOf(command.words[0])?.toLowerCase();
    return name === undefined ? undefined : [name];
  }
  const names = new Set<string>();
  for (let current: SimpleCommand | undefined = command; current; current = current.outer) {
    const [first] = current.words;
    const name = first && nameOf(first)?.toLowerCase();
    if (name === undefined) return undefined;
    names.add(name);
  }
  return [...names];
}

/** By the rule itself, or because exactly the words of what runs it were allowed. */
function isCovered(rule: ApprovalRule, command: SimpleCommand, root: string | undefined): boolean {
  if (isAllowedBy(rule, command, root)) return true;
  const { outer } = command;
  return outer?.isInnerFixed === true && isExact(rule, outer) && isCovered(rule, outer, root);
}

function isExact({ command = "" }: ApprovalRule, { words }: SimpleCommand): boolean {
  const named = parseRuleWords(command);
  return !named.isOpen && named.words.length === words.length;
}
