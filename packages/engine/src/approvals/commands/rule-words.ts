import type { ApprovalRule } from "@roo-code/types";
import type { ProgramPlace } from "../places.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { allowableName } from "../shell/program-name.ts";
import { findKnown } from "./known-commands.ts";

/** The words of a rule for commands. */
export interface RuleWords {
  readonly words: readonly string[];
  /** Ends with `*`: any more words. */
  readonly isOpen: boolean;
}

const wordsPattern = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

const known = new Map<string, RuleWords>();
const maxKnown = 10_000;

/** The same rules are put to every command. */
export function parseRuleWords(command: string): RuleWords {
  const before = known.get(command);
  if (before) return before;
  if (known.size >= maxKnown) known.clear();
  const parsed = parseWords(command);
  known.set(command, parsed);
  return parsed;
}

/** `git commit *` → git, commit, and any more. Quotes keep a word together, and keep `*` a plain character. */
function parseWords(command: string): RuleWords {
  const raw = command.match(wordsPattern) ?? [];
  const isOpen = raw.at(-1) === "*";
  return { words: (isOpen ? raw.slice(0, -1) : raw).map(unquoted), isOpen };
}

function unquoted(word: string): string {
  return word.replace(
    /'([^']*)'|"([^"]*)"/g,
    (_, single: string | undefined, double: string | undefined) => single ?? double ?? "",
  );
}

/** The rule for exactly these words; undefined where quotes cannot keep one together. */
export function writeRuleWords(words: readonly string[]): string | undefined {
  const written = words.map((word) => {
    if (/^[^\s'"*]+$/.test(word)) return word;
    if (!word.includes("'")) return `'${word}'`;
    return word.includes('"') ? undefined : `"${word}"`;
  });
  return written.includes(undefined) ? undefined : written.join(" ");
}

/** Programs that run what they read: the words do not say what that is. */
const interpreters =
  /^(ba|da|z|k|fi|mk)?sh$|^(python[\d.]*|node|bun|deno|perl|ruby|php|lua|psql|mysql|sqlite3|ssh|tclsh|Rscript|xargs|parallel)$/;

/** The rule that allows exactly these words, of a program that is a file of its own by that file; undefined where there is none. */
export function ruleForCommand(
  { words, isFed, isInnerFixed }: SimpleCommand,
  { isOwn, path }: ProgramPlace,
): ApprovalRule | undefined {
  const [first, ...args] = words;
  const name = isOwn ? path && (path.includes("/") ? path : `./${path}`) : first && allowableName(first);
  const values = args.map(({ value }) => value);
  if (name === undefined || isInnerFixed === false || (isFed && interpreters.test(name))) return undefined;
  if (!values.every((value) => value !== undefined)) return undefined;
  const command = writeRuleWords([name, ...values]);
  if (command === undefined) return undefined;
  // The name alone would allow all uses that only read.
  const isName = findKnown(name, words)?.name === command;
  return { action: "allow", kind: "command", command, forbid: isName ? ["*"] : undefined };
}
