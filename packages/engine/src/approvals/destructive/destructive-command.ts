import type { CommandFacts, SimpleCommand } from "../shell/command-facts.ts";
import { joinPath } from "../shell/join-path.ts";
import { nameOf } from "../shell/program-name.ts";
import { literalWord, type ShellWord } from "../shell/shell-word.ts";
import { CommandArguments } from "./command-arguments.ts";
import { findDestructive, manyFiles } from "./destructive-programs.ts";

interface DestructiveReason {
  readonly what: string;
  /** Absent if it was only found in the text. */
  readonly command?: SimpleCommand;
}

interface DestructionContext {
  readonly source: string;
  /** Whether a workspace-relative path exists. */
  readonly exists: (path: string) => boolean;
}

/** All reasons why a command line is destructive: what it does cannot be undone with edit tools. */
export function whyDestructive(facts: CommandFacts, { source, exists }: DestructionContext): DestructiveReason[] {
  const code = new CodeScanner(facts.inputs);
  const hasSql = facts.commands.some(reachesDatabase) && destructiveSql.test(source);
  const whySql = (command: SimpleCommand) => (hasSql && reachesDatabase(command) ? "deletes data" : undefined);
  const reasons: DestructiveReason[] = facts.commands.flatMap((command) => {
    const reason = whyCommand(command, exists) ?? whySql(command) ?? code.why(command);
    return reason === undefined ? [] : { what: `${command.text}: ${reason}`, command };
  });
  if (facts.isFork) reasons.push({ what: "a function that starts copies of itself" });
  const emptied = facts.files.filter(({ isEmptied }) => isEmptied);
  if (emptied.length > manyFiles || emptied.some(({ path }) => path === undefined))
    reasons.push({ what: "truncates many or unknown files" });
  if (facts.files.some(({ use, path }) => use === "write" && path !== undefined && isDisk.test(path)))
    reasons.push({ what: "overwrites a disk" });
  if (reasons.length === 0 && isUnread(facts) && destructiveText.test(source))
    reasons.push({ what: "cannot be parsed, and mentions destructive commands" });
  return reasons;
}

const isDisk = /^\/dev\/(sd|nvme|vd|hd|xvd|disk|mapper|mem|mmcblk)/;

/** Whether some of the text could not be parsed. */
function isUnread({ doubts }: CommandFacts): boolean {
  return doubts.some(({ kind }) => kind === "unread");
}

/** Linear in the length of the text. */
const destructiveText =
  /\b(rm|shred|mkfs|wipefs|fdisk|parted|dd|truncate|dropdb|shutdown|reboot|poweroff|rmtree|rimraf)\b|-delete\b|--hard\b|--force\b|\bgit\s+clean\b|\bdrop\s+(table|database|schema)\b/i;

/** Programs that print, search or save their arguments, and run none of them. */
const texts: ReadonlySet<string> = new Set(
  "echo printf grep egrep fgrep rg ag ack cat head tail ls sed awk jq git gh man which type apropos".split(" "),
);
const maxTails = 50;

/** By the program itself, or by a command in its arguments: `ssh host rm -rf x`. */
function whyCommand({ words, folders }: SimpleCommand, exists: (path: string) => boolean): string | undefined {
  const [first, ...args] = words;
  const name = first && nameOf(first)?.toLowerCase();
  if (name === undefined) return undefined;
  const existsHere = (path: string) => folders.some((folder) => exists(joinPath(folder, path)));
  const own = findDestructive(name)?.(new CommandArguments(args, existsHere));
  if (own !== undefined || texts.has(name) || args.length === 0) return own;
  for (let index = 0; index < Math.min(args.length, maxTails); index += 1) {
    const reason = whyTail(args, index);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function whyTail(words: readonly ShellWord[], index: number): string | undefined {
  const value = words[index]?.value;
  if (value === undefined || value.startsWith("-")) return undefined;
  if (!/\s/.test(value)) return findDestructive(value)?.(new CommandArguments(words.slice(index + 1)));
  const parts = value.slice(0, maxTextLength).split(/&&|\|\||[;|&\n]/);
  for (const part of parts) {
    const [name = "", ...rest] = part.trim().split(/\s+/);
    const reason = findDestructive(name)?.(new CommandArguments(rest.map(literalWord)));
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const maxTextLength = 10_000;
const databases: ReadonlySet<string> = new Set(
  "psql mysql mariadb sqlite3 sqlite sqlcmd clickhouse-client duckdb mongosh mongo cqlsh".split(" "),
);
const destructiveSql =
  /\b(drop\s+(table|database|schema|view|index|role|user|keyspace|collection)|truncate\s+(table\s+)?["`\w]|delete\s+from\s+["`\w.]+\s*(;|["']|$)|dropdatabase|\.drop\(\))/i;

/** SQL may be an argument, a here-document or piped, so the whole line is searched. */
function reachesDatabase({ words: [first] }: SimpleCommand): boolean {
  const name = first && nameOf(first);
  return name !== undefined && databases.has(name);
}

const interpreter = /^(python[\d.]*|node|bun|deno|perl|ruby|php|lua|Rscript)$/;
/** Linear in the length of the text. */
const destructiveCode =
  /\b(rmtree|removedirs|rimraf|rm_rf?|remove_tree)\b|\brm(dir)?(Sync)?\s?\([^)]{0,200}recursive|\brm\s+-[a-z]{0,9}r|\bdrop\s+(table|database|schema)\b|\breset\W{1,9}hard\b/i;

/** Finds destructive code passed to interpreters, as an argument or as input. */
class CodeScanner {
  readonly #inputs: readonly string[];
  #isInInputs: boolean | undefined;

  constructor(inputs: readonly string[]) {
    this.#inputs = inputs;
  }

  why({ words, hasInput }: SimpleCommand): string | undefined {
    const [first] = words;
    const name = first && nameOf(first);
    if (name === undefined || !interpreter.test(name)) return undefined;
    const isFound =
      words.some(({ value, text }) => destructiveCode.test(value ?? text)) || (hasInput && this.#areInputs);
    return isFound ? "its code deletes folders or data" : undefined;
  }

  /** Cached: the same for every program of a command line. */
  get #areInputs(): boolean {
    this.#isInInputs ??= this.#inputs.some((text) => destructiveCode.test(text));
    return this.#isInInputs;
  }
}
