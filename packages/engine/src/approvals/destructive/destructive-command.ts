import type { CommandFacts, SimpleCommand } from "../shell/command-facts.ts";
import { joinPath } from "../shell/join-path.ts";
import { nameOf } from "../shell/program-name.ts";
import { literalWord, type ShellWord } from "../shell/shell-word.ts";
import { CommandWords } from "./command-words.ts";
import { findDestructive, manyFiles } from "./destructive-programs.ts";

interface DestructiveReason {
  readonly what: string;
  /** Absent when it was only found in the text. */
  readonly command?: SimpleCommand;
}

interface DestructionContext {
  readonly source: string;
  /** Whether something is there by a path, relative to the workspace. */
  readonly exists: (path: string) => boolean;
}

/** Every way in which a command line destroys what no edit tool could bring back. */
export function whyDestructive(facts: CommandFacts, { source, exists }: DestructionContext): DestructiveReason[] {
  const code = new CodeReader(facts.inputs);
  const hasSql = facts.commands.some(reachesDatabase) && destructiveSql.test(source);
  const whySql = (command: SimpleCommand) => (hasSql && reachesDatabase(command) ? "it removes data" : undefined);
  const reasons: DestructiveReason[] = facts.commands.flatMap((command) => {
    const reason = whyCommand(command, exists) ?? whySql(command) ?? code.why(command);
    return reason === undefined ? [] : { what: `${command.text}: ${reason}`, command };
  });
  if (facts.isFork) reasons.push({ what: "a function that starts itself again and again" });
  const emptied = facts.files.filter(({ isEmptied }) => isEmptied);
  if (emptied.length > manyFiles || emptied.some(({ path }) => path === undefined))
    reasons.push({ what: "it empties files, many or unknown ones" });
  if (facts.files.some(({ use, path }) => use === "write" && path !== undefined && isDisk.test(path)))
    reasons.push({ what: "it writes over a disk" });
  if (reasons.length === 0 && isUnread(facts) && destructiveText.test(source))
    reasons.push({ what: "it could not be read, and names what destroys" });
  return reasons;
}

const isDisk = /^\/dev\/(sd|nvme|vd|hd|xvd|disk|mapper|mem|mmcblk)/;

/** A text that was not or only partly understood. */
function isUnread({ doubts }: CommandFacts): boolean {
  return doubts.some(({ kind }) => kind === "unread");
}

/** One pass, whatever the text. */
const destructiveText =
  /\b(rm|shred|mkfs|wipefs|fdisk|parted|dd|truncate|dropdb|shutdown|reboot|poweroff|rmtree|rimraf)\b|-delete\b|--hard\b|--force\b|\bgit\s+clean\b|\bdrop\s+(table|database|schema)\b/i;

/** Programs that print, search or save what they are given, and run none of it. */
const texts: ReadonlySet<string> = new Set(
  "echo printf grep egrep fgrep rg ag ack cat head tail ls sed awk jq git gh man which type apropos".split(" "),
);
const maxTails = 50;

/** By the program itself, or by what it hands on to another: `ssh host rm -rf x`. */
function whyCommand({ words, folders }: SimpleCommand, exists: (path: string) => boolean): string | undefined {
  const [first, ...args] = words;
  const name = first && nameOf(first)?.toLowerCase();
  if (name === undefined) return undefined;
  const isThere = (path: string) => folders.some((folder) => exists(joinPath(folder, path)));
  const own = findDestructive(name)?.(new CommandWords(args, isThere));
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
  if (!/\s/.test(value)) return findDestructive(value)?.(new CommandWords(words.slice(index + 1)));
  const parts = value.slice(0, maxTextLength).split(/&&|\|\||[;|&\n]/);
  for (const part of parts) {
    const [name = "", ...rest] = part.trim().split(/\s+/);
    const reason = findDestructive(name)?.(new CommandWords(rest.map(literalWord)));
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

/** What reaches a database may be in a word, in a text it reads, or in what is piped to it: the whole line counts. */
function reachesDatabase({ words: [first] }: SimpleCommand): boolean {
  const name = first && nameOf(first);
  return name !== undefined && databases.has(name);
}

const interpreter = /^(python[\d.]*|node|bun|deno|perl|ruby|php|lua|Rscript)$/;
/** One pass, whatever the text. */
const destructiveCode =
  /\b(rmtree|removedirs|rimraf|rm_rf?|remove_tree)\b|\brm(dir)?(Sync)?\s?\([^)]{0,200}recursive|\brm\s+-[a-z]{0,9}r|\bdrop\s+(table|database|schema)\b|\breset\W{1,9}hard\b/i;

/** Looks for code that destroys in programs that are handed it at once: in a word, or in a text that they read. */
class CodeReader {
  readonly #inputs: readonly string[];
  #isInInputs: boolean | undefined;

  constructor(inputs: readonly string[]) {
    this.#inputs = inputs;
  }

  why({ words, isFed }: SimpleCommand): string | undefined {
    const [first] = words;
    const name = first && nameOf(first);
    if (name === undefined || !interpreter.test(name)) return undefined;
    const isFound = words.some(({ value, text }) => destructiveCode.test(value ?? text)) || (isFed && this.#areInputs);
    return isFound ? "its code removes whole folders or data" : undefined;
  }

  /** The same for every program of a command line. */
  get #areInputs(): boolean {
    this.#isInInputs ??= this.#inputs.some((text) => destructiveCode.test(text));
    return this.#isInInputs;
  }
}
