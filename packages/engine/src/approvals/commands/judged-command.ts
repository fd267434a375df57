import type { ApprovalRule } from "@roo-code/types";
import type { JudgedCommand } from "../demand.ts";
import type { Places } from "../places.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { foldedName } from "../shell/program-name.ts";
import { findKnown } from "./known-commands.ts";
import { isAllowedBy, matchAgainst } from "./match-command.ts";
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

const maxMentions = 200;
const maxTextLength = 20_000;
const none: ReadonlySet<string> = new Set();

/** Programs whose words are no commands, besides those that only read. */
const keepsTexts: ReadonlySet<string> = new Set(["git", "gh", "cd", "export", "set", "unset", "case", "for"]);

/**
 * Names among the words of a command, in small letters: a program that is not known may run one of its words, as every
 * wrapper does. None for programs that only read, or keep texts.
 */
function mentionsOf({ words }: SimpleCommand): ReadonlySet<string> {
  const [first, ...args] = words;
  const name = first && foldedName(first);
  if (name === undefined || args.length === 0) return none;
  if (keepsTexts.has(name) || findKnown(name, words)?.isReadOnly) return none;
  const found = new Set<string>();
  let left = maxTextLength;
  for (const { value, text } of args) {
    const written = (value ?? text).slice(0, left);
    left -= written.length;
    for (const token of written.toLowerCase().match(/[^\s'"`;|&<>(){}=,:[\]$\\]+/g) ?? []) {
      found.add(token.slice(token.lastIndexOf("/") + 1).replace(/\.exe$/, ""));
      if (found.size >= maxMentions) return found;
    }
  }
  return found;
}
