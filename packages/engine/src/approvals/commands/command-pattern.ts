import type { ApprovalRule } from "@roo-code/types";
import type { ResolvedProgram } from "../path-resolver.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { allowableName } from "../shell/program-name.ts";
import { findKnown } from "./known-commands.ts";

/** The `command` of a rule, parsed. */
interface CommandPattern {
  readonly words: readonly string[];
  /** Ends with `*`: any further words match. */
  readonly isOpen: boolean;
}

const wordsPattern = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;

const cache = new Map<string, CommandPattern>();
const maxCached = 10_000;

/** Cached, since every command is matched against the same rules. */
export function parseCommandPattern(command: string): CommandPattern {
  const cached = cache.get(command);
  if (cached) return cached;
  if (cache.size >= maxCached) cache.clear();
  const parsed = parseWords(command);
  cache.set(command, parsed);
  return parsed;
}

/** `git commit *` → git, commit, and any further words. Quotes group a word, and make `*` a plain character. */
function parseWords(command: string): CommandPattern {
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

/** The pattern that matches exactly these words; undefined if one cannot be quoted. */
function writeCommandPattern(words: readonly string[]): string | undefined {
  const written = words.map((word) => {
    if (/^[^\s'"*]+$/.test(word)) return word;
    if (!word.includes("'")) return `'${word}'`;
    return word.includes('"') ? undefined : `"${word}"`;
  });
  return written.includes(undefined) ? undefined : written.join(" ");
}

/** Programs that run their input, which is not visible in their words. */
const interpreters =
  /^(ba|da|z|k|fi|mk)?sh$|^(python[\d.]*|node|bun|deno|perl|ruby|php|lua|psql|mysql|sqlite3|ssh|tclsh|Rscript|xargs|parallel)$/;

/** The rule that allows exactly these words; for a program in a file, the rule names that file. Undefined if there is none. */
export function ruleForCommand(
  { words, hasInput, isInnerFixed }: SimpleCommand,
  { isOwn, path }: ResolvedProgram,
): ApprovalRule | undefined {
  const [first, ...args] = words;
  const name = isOwn ? path && (path.includes("/") ? path : `./${path}`) : first && allowableName(first);
  const values = args.map(({ value }) => value);
  if (name === undefined || isInnerFixed === false || (hasInput && interpreters.test(name))) return undefined;
  if (!values.every((value) => value !== undefined)) return undefined;
  const command = writeCommandPattern([name, ...values]);
  if (command === undefined) return undefined;
  // The name alone would allow all read-only uses.
  const isName = findKnown(name, words)?.name === command;
  return { action: "allow", kind: "command", command, forbid: isName ? ["*"] : undefined };
}
