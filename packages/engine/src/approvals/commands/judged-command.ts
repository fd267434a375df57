import type { ApprovalRule } from "@roo-code/types";
import type { PathResolver } from "../path-resolver.ts";
import type { JudgedCommand, Match } from "../requirement.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { relativePath } from "../shell/join-path.ts";
import { allowableName, foldedName } from "../shell/program-name.ts";
import { literalWord, type ShellWord } from "../shell/shell-word.ts";
import { parseCommandPattern } from "./command-pattern.ts";
import { whyNotCovered } from "./known-command.ts";
import { findKnown } from "./known-commands.ts";
import { isReadOnlyUse } from "./safe-commands.ts";

/** A command that rules can be matched against; `hides`: it may run commands that are not visible in its words. */
export function judgedCommand(simple: SimpleCommand, resolver: PathResolver, hides = false): JudgedCommand {
  const mentions = mentionsOf(simple);
  return {
    simple,
    program: resolver.program(simple),
    names: hides ? undefined : namesOf(simple, mentions),
    isAllowed: (rule) => isCovered(rule, simple, resolver),
    isExactMatch: (rule) => isExact(rule, simple) && isCovered(rule, simple, resolver),
    matches: (rule) => matchAgainst(rule, simple, mentions),
  };
}

/** Its own name, those of its wrappers (an exact rule for a wrapper covers it, too), and those it mentions. */
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

/** By the rule itself, or because the rule names exactly the words of its wrapper. */
function isCovered(rule: ApprovalRule, command: SimpleCommand, resolver: PathResolver): boolean {
  if (allowsCommand(rule, command, resolver)) return true;
  const { outer } = command;
  return outer?.isInnerFixed === true && isExact(rule, outer) && isCovered(rule, outer, resolver);
}

function isExact({ command = "" }: ApprovalRule, { words }: SimpleCommand): boolean {
  const pattern = parseCommandPattern(command);
  return !pattern.isOpen && pattern.words.length === words.length;
}

/**
 * Whether an allow rule covers a command. Without `*` it covers exactly its words; if those are the name of a known
 * command, also its read-only uses. With `*` it covers any further words, except those that make a known command run
 * or write something else: these must be named.
 */
function allowsCommand(rule: ApprovalRule, command: SimpleCommand, resolver: PathResolver): boolean {
  const { words } = command;
  const [first] = words;
  if (rule.command === undefined || first === undefined) return false;
  const pattern = parseCommandPattern(rule.command);
  const name = pattern.words[0]?.includes("/")
    ? fileName(pattern.words[0], command, resolver)
    : systemName(command, resolver);
  if (name === undefined) return false;
  if (rule.command === "@safe") return !isForbidden(rule, words.slice(1)) && isReadOnlyUse(name, command, resolver);
  if (!beginsWith(pattern.words, [name, ...words.slice(1).map((word) => word.value)])) return false;
  const more = words.slice(pattern.words.length);
  if (isForbidden(rule, more)) return false;
  if (more.length === 0) return true;
  if (!pattern.isOpen) return isWholeName(pattern.words) && isReadOnlyUse(name, command, resolver);
  return whyNotCovered({ words, more, known: findKnown(name, words) }) === undefined;
}

/** A rule for a name means the machine's program, not one that a task could have put in its place. */
function systemName(command: SimpleCommand, resolver: PathResolver): string | undefined {
  const [first] = command.words;
  const name = first && allowableName(first);
  return name === undefined || resolver.program(command).isOwn ? undefined : name;
}

/** A rule for a file, such as `./gradlew`, means that file, however it is called. */
function fileName(file: string, command: SimpleCommand, resolver: PathResolver): string | undefined {
  const { path } = resolver.program(command);
  return path !== undefined && path === relativePath(file, resolver.root) ? file : undefined;
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

/** `--force` also matches `--force=x` and, abbreviated, `--for`; `-f` also matches `-xf`. */
function isSameOption(pattern: string, value: string): boolean {
  if (pattern === value) return true;
  const [option = value] = value.split("=");
  if (pattern.startsWith("--")) return option.length > 2 && pattern.startsWith(option) && option.startsWith("--");
  return /^-[A-Za-z0-9]$/.test(pattern) && /^-[^-]/.test(value) && value.includes(pattern.slice(1));
}

/** Whether a deny or ask rule matches a command. Ignores case, folders, quotes, further words and options in between. */
function matchAgainst(rule: ApprovalRule, command: SimpleCommand, mentions: ReadonlySet<string>): Match {
  if (rule.command === undefined) return "yes";
  if (rule.command === "@safe") return "no";
  const [first, ...args] = command.words;
  const name = first && foldedName(first);
  if (name === undefined) return "maybe";
  const [firstWord = "", ...more] = parseCommandPattern(rule.command).words;
  const ruleName = foldedName(literalWord(firstWord));
  if (ruleName === undefined || name === ruleName) return matchWords(more, args);
  return [ruleName, ...more].every((word) => mentions.has(word.toLowerCase())) ? "mentioned" : "no";
}

function matchWords(rule: readonly string[], args: readonly ShellWord[]): Match {
  let positions: ReadonlySet<number> = new Set([0]);
  let isUnsure = false;
  for (const word of rule) {
    const found = positionsAfter(word, args, positions);
    isUnsure ||= found.isUnsure;
    positions = found.positions;
  }
  if (positions.size > 0) return "yes";
  return isUnsure ? "maybe" : "no";
}

/** Where the rule's next word may be, after each position where this one is found. Looks at each word once. */
function positionsAfter(expected: string, args: readonly ShellWord[], from: ReadonlySet<number>) {
  const positions = new Set<number>();
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
    if (value === expected || isSameOption(expected, value)) positions.add(index + 1);
    // Skips an option before the word, and perhaps its value; and `rm -f` also matches `rm a -f`.
    if (value.startsWith("-")) open.push(index + 1, index + 2);
    else if (expected.startsWith("-")) open.push(index + 1);
  }
  return { positions, isUnsure };
}

const maxMentions = 200;
const maxTextLength = 20_000;
const none: ReadonlySet<string> = new Set();

/** Programs whose arguments are not commands, in addition to read-only ones. */
const takesNoCommands: ReadonlySet<string> = new Set(["git", "gh", "cd", "export", "set", "unset", "case", "for"]);

/**
 * Names among the words of a command, in lower case: an unknown program may run one of its words, as every wrapper
 * does. None for programs that only read or take no commands.
 */
function mentionsOf({ words }: SimpleCommand): ReadonlySet<string> {
  const [first, ...args] = words;
  const name = first && foldedName(first);
  if (name === undefined || args.length === 0) return none;
  if (takesNoCommands.has(name) || findKnown(name, words)?.isReadOnly) return none;
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
