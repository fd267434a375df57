import type { ApprovalRule } from "@roo-code/types";
import type { Match } from "../demand.ts";
import type { Places } from "../places.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { relativePath } from "../shell/join-path.ts";
import { allowableName, foldedName } from "../shell/program-name.ts";
import { literalWord, type ShellWord } from "../shell/shell-word.ts";
import { whyNotCovered } from "./known-command.ts";
import { findKnown } from "./known-commands.ts";
import { parseRuleWords } from "./rule-words.ts";
import { isReadOnlyUse } from "./safe-commands.ts";

/**
 * Whether an allow rule covers a command. Without `*` it covers exactly its words; where those are the name of a
 * command that is known, also the uses of it that only read. With `*` it covers what follows, too, except words by
 * which a known command runs or writes something else: those must be named.
 */
export function isAllowedBy(rule: ApprovalRule, command: SimpleCommand, places: Places): boolean {
  const { words } = command;
  const [first] = words;
  if (rule.command === undefined || first === undefined) return false;
  const named = parseRuleWords(rule.command);
  const name = named.words[0]?.includes("/") ? fileName(named.words[0], command, places) : ownName(command, places);
  if (name === undefined) return false;
  if (rule.command === "@safe") return !isForbidden(rule, words.slice(1)) && isReadOnlyUse(name, command, places);
  if (!beginsWith(named.words, [name, ...words.slice(1).map((word) => word.value)])) return false;
  const more = words.slice(named.words.length);
  if (isForbidden(rule, more)) return false;
  if (more.length === 0) return true;
  if (!named.isOpen) return isWholeName(named.words) && isReadOnlyUse(name, command, places);
  return whyNotCovered({ words, more, known: findKnown(name, words) }) === undefined;
}

/** A rule for a name means the machine's program, not one that a task could have put in its place. */
function ownName(command: SimpleCommand, places: Places): string | undefined {
  const [first] = command.words;
  const name = first && allowableName(first);
  return name === undefined || places.program(command).isOwn ? undefined : name;
}

/** A rule for a file, `./gradlew`, means that file, however it is called. */
function fileName(named: string, command: SimpleCommand, places: Places): string | undefined {
  const { path } = places.program(command);
  return path !== undefined && path === relativePath(named, places.root) ? named : undefined;
}

function beginsWith(rule: readonly string[], values: readonly (string | undefined)[]): boolean {
  return rule.length > 0 && rule.length <= values.length && rule.every((word, index) => values[index] === word);
}

function isWholeName(words: readonly string[]): boolean {
  return findKnown(words[0] ?? "", undefined, words)?.name === words.join(" ");
}

function isForbidden({ forbid = [] }: ApprovalRule, more: readonly ShellWord[]): boolean {
  return forbid.some((pattern) =>
    more.some(({ value }) => pattern === "*" || value === undefined || isSameOption(pattern, value)),
  );
}

/** `--force` is also `--force=x` and, shortened, `--for`; `-f` is also in `-xf`. */
function isSameOption(pattern: string, value: string): boolean {
  if (pattern === value) return true;
  const [option = value] = value.split("=");
  if (pattern.startsWith("--")) return option.length > 2 && pattern.startsWith(option) && option.startsWith("--");
  return /^-[A-Za-z0-9]$/.test(pattern) && /^-[^-]/.test(value) && value.includes(pattern.slice(1));
}

/** Whether a deny or ask rule means a command. Case, folders, quotes, more words and options in between do not matter. */
export function matchAgainst(rule: ApprovalRule, command: SimpleCommand, mentions: ReadonlySet<string>): Match {
  if (rule.command === undefined) return "yes";
  if (rule.command === "@safe") return "no";
  const [first, ...args] = command.words;
  const name = first && foldedName(first);
  if (name === undefined) return "maybe";
  const [ruleName = "", ...more] = parseRuleWords(rule.command).words;
  const ruled = foldedName(literalWord(ruleName));
  if (ruled === undefined || name === ruled) return matchWords(more, args);
  return [ruled, ...more].every((word) => mentions.has(word.toLowerCase())) ? "mentioned" : "no";
}

function matchWords(rule: readonly string[], args: readonly ShellWord[]): Match {
  let places: ReadonlySet<number> = new Set([0]);
  let isUnsure = false;
  for (const wanted of rule) {
    const found = placesAfter(wanted, args, places);
    isUnsure ||= found.isUnsure;
    places = found.places;
  }
  if (places.size > 0) return "yes";
  return isUnsure ? "maybe" : "no";
}

/** Where the rule's next word may be, after each place where this one is found; each word is looked at once. */
function placesAfter(wanted: string, args: readonly ShellWord[], from: ReadonlySet<number>) {
  const places = new Set<number>();
  const seen = new Set<number>();
  const open = [...from];
  let isUnsure = false;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const word = args[index];
    if (word === undefined || seen.has(index)) continue;
    seen.add(index);
    const { value } = word;
    if (value === undefined) {
      isUnsure = true;
      continue;
    }
    if (value === wanted || isSameOption(wanted, value)) places.add(index + 1);
    // An option of the program before the word, and perhaps its value; and `rm -f` means `rm a -f`, too.
    if (value.startsWith("-")) open.push(index + 1, index + 2);
    else if (wanted.startsWith("-")) open.push(index + 1);
  }
  return { places, isUnsure };
}
