import type { ApprovalRule } from "@roo-code/types";
import type { JudgedCommand } from "../demand.ts";
import type { Places } from "../places.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { foldedName } from "../shell/program-name.ts";
import { isAllowedBy, matchAgainst } from "./match-command.ts";
import { mentionsOf } from "./mentions.ts";
import { parseRuleWords } from "./rule-words.ts";

/** A command with what rules say to it; `hides`: it may run commands that its words do not tell. */
export function judgedCommand(simple: SimpleCommand, places: Places, hides = false): JudgedCommand {
  const mentions = mentionsOf(simple);
  return {
    simple,
    place: places.program(simple),
    names: hides ? undefined : namesOf(simple, mentions),
    isCoveredBy: (rule) => isCovered(rule, simple, places),
    isExactly: (rule) => isExact(rule, simple) && isCovered(rule, simple, places),
    matches: (rule) => matchAgainst(rule, simple, mentions),
  };
}

/** Its own, those of what runs it (a rule for exactly that covers it, too), and those it names. */
function namesOf(command: SimpleCommand, mentions: ReadonlySet<string>): string[] | undefined {
  const names = new Set<string>(mentions);
  for (let current: SimpleCommand | undefined = command; current; current = current.outer) {
    const [first] = current.words;
    const name = first && foldedName(first);
    if (name === undefined) return undefined;
    names.add(name);
  }
  return [...names];
}

/** By the rule itself, or because exactly the words of what runs it were allowed. */
function isCovered(rule: ApprovalRule, command: SimpleCommand, places: Places): boolean {
  if (isAllowedBy(rule, command, places)) return true;
  const { outer } = command;
  return outer?.isInnerFixed === true && isExact(rule, outer) && isCovered(rule, outer, places);
}

function isExact({ command = "" }: ApprovalRule, { words }: SimpleCommand): boolean {
  const named = parseRuleWords(command);
  return !named.isOpen && named.words.length === words.length;
}
