import type { Places } from "../places.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { isOutside, joinPath } from "../shell/join-path.ts";
import type { ShellWord } from "../shell/shell-word.ts";
import { isOption, type KnownCommand, whyNotCovered } from "./known-command.ts";
import { findKnown } from "./known-commands.ts";

const versionOf = new Set(["node", "python", "python3", "gcc", "java", "git"]);

/** Whether a command only reads, and only in the workspace. What is not known to is not. */
export function isReadOnlyUse(name: string, command: SimpleCommand, places: Places): boolean {
  const words = withoutPager(name, command.words);
  const [, ...args] = words;
  if (versionOf.has(name) && args.length === 1 && args[0]?.value === "--version") return true;
  const known = findKnown(name, words);
  if (!known?.isReadOnly) return false;
  if (known.onlyWith && !args.slice(known.name.split(" ").length - 1).every(({ value }) => isOneOf(known, value)))
    return false;
  if (whyNotCovered({ words, more: args, known }) !== undefined) return false;
  if (args.some(({ value }) => value !== undefined && isOption(known.follows ?? [], value))) return false;
  const { folders } = command;
  if (known.isTextOnly) return args.every((word) => !isPattern(word) || areNamesInside(word, { folders, places }));
  return args.every((word) => isInside(word, { folders, places }));
}

function isOneOf({ onlyWith = [] }: KnownCommand, value: string | undefined): boolean {
  return value !== undefined && onlyWith.includes(value);
}

/** `git --no-pager log` is `git log`. */
function withoutPager(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const [first, second, ...rest] = words;
  return name === "git" && first && second?.value === "--no-pager" ? [first, ...rest] : words;
}

interface Lookup {
  readonly folders: readonly string[];
  readonly places: Places;
}

const maxOptionLength = 64;

/** A word that could name a file must not lead out, from wherever the command runs. */
function isInside(word: ShellWord, lookup: Lookup): boolean {
  const { value } = word;
  if (value === undefined) return isPatternInside(word, lookup);
  if (!value.startsWith("-")) return leadsInside(value, lookup);
  const path = value.replace(/^-{1,2}[\w-]*=?/, "");
  if (/[/~]|\.\./.test(path) || value.includes("=")) return leadsInside(path, lookup);
  if (value.startsWith("--")) return true;
  // `-flist` is `-f list`.
  if (value.length > maxOptionLength) return false;
  return value
    .slice(2)
    .split("")
    .every((_, index) => leadsInside(value.slice(2 + index), lookup));
}

function leadsInside(path: string, { folders, places }: Lookup): boolean {
  const found = places.leadsTo(path, folders);
  return found.length > 0 && !found.some(isOutside);
}

function isPattern({ value, text }: ShellWord): boolean {
  return value === undefined && /[*?[{]/.test(text) && !text.includes("$");
}

/** Of what is printed only the names are read: the folder counts. */
function areNamesInside({ text }: ShellWord, lookup: Lookup): boolean {
  const end = text.lastIndexOf("/");
  const folder = end < 0 ? "." : text.slice(0, end) || "/";
  return isPatternInside({ text: folder }, lookup);
}

/** `src/*.ts`; a variable could hold any path. */
function isPatternInside({ text }: Pick<ShellWord, "text">, lookup: Lookup): boolean {
  if (!/^[\w*?.,{}/[\]-]+$/.test(text) || text.includes("..")) return false;
  const patterns = expandBraces(text);
  return patterns?.every((pattern) => isGlobInside(pattern, lookup)) ?? false;
}

function isGlobInside(glob: string, { folders, places }: Lookup): boolean {
  if (!/[*?[]/.test(glob)) return leadsInside(glob, { folders, places });
  if (folders.length === 0) return false;
  return folders.every((folder) => {
    const found = isOutside(joinPath(folder, glob)) ? undefined : places.expand(joinPath(folder, glob));
    return found !== undefined && !found.some(isOutside);
  });
}

const maxPatterns = 64;

/** `a{b,c}` is `ab` and `ac`; undefined for what is nested, a sequence, or too much. */
function expandBraces(text: string): readonly string[] | undefined {
  let patterns = [""];
  for (const part of text.split(/(\{[^{}]*\})/)) {
    const isChoice = part.startsWith("{") && part.includes(",");
    if (!isChoice && /[{}]/.test(part)) return undefined;
    const choices = isChoice ? part.slice(1, -1).split(",") : [part];
    patterns = patterns.flatMap((before) => choices.map((choice) => before + choice));
    if (patterns.length > maxPatterns) return undefined;
  }
  return patterns;
}
