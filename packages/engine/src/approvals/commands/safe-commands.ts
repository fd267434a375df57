import type { PathResolver } from "../path-resolver.ts";
import type { SimpleCommand } from "../shell/command-facts.ts";
import { isOutside, joinPath } from "../shell/join-path.ts";
import type { ShellWord } from "../shell/shell-word.ts";
import { isOption, type KnownCommand, whyNotCovered } from "./known-command.ts";
import { findKnown } from "./known-commands.ts";

const versionOf = new Set(["node", "python", "python3", "gcc", "java", "git"]);

/** Whether a command only reads, and only in the workspace. False for unknown commands. */
export function isReadOnlyUse(name: string, command: SimpleCommand, resolver: PathResolver): boolean {
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
  if (known.isTextOnly) return args.every((word) => !isPattern(word) || areNamesInside(word, { folders, resolver }));
  return args.every((word) => isInside(word, { folders, resolver }));
}

function isOneOf({ onlyWith = [] }: KnownCommand, value: string | undefined): boolean {
  return value !== undefined && onlyWith.includes(value);
}

/** Treats `git --no-pager log` as `git log`. */
function withoutPager(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const [first, second, ...rest] = words;
  return name === "git" && first && second?.value === "--no-pager" ? [first, ...rest] : words;
}

interface PathContext {
  readonly folders: readonly string[];
  readonly resolver: PathResolver;
}

const maxOptionLength = 64;

/** A word that may be a file name must not leave the workspace, in any folder the command may run in. */
function isInside(word: ShellWord, context: PathContext): boolean {
  const { value } = word;
  if (value === undefined) return isPatternInside(word, context);
  if (!value.startsWith("-")) return resolvesInside(value, context);
  const path = value.replace(/^-{1,2}[\w-]*=?/, "");
  if (/[/~]|\.\./.test(path) || value.includes("=")) return resolvesInside(path, context);
  if (value.startsWith("--")) return true;
  // `-flist` means `-f list`.
  if (value.length > maxOptionLength) return false;
  return value
    .slice(2)
    .split("")
    .every((_, index) => resolvesInside(value.slice(2 + index), context));
}

function resolvesInside(path: string, { folders, resolver }: PathContext): boolean {
  const found = resolver.resolve(path, folders);
  return found.length > 0 && !found.some(isOutside);
}

function isPattern({ value, text }: ShellWord): boolean {
  return value === undefined && /[*?[{]/.test(text) && !text.includes("$");
}

/** Only names are printed, so only the folder matters. */
function areNamesInside({ text }: ShellWord, context: PathContext): boolean {
  const end = text.lastIndexOf("/");
  const folder = end < 0 ? "." : text.slice(0, end) || "/";
  return isPatternInside({ text: folder }, context);
}

/** `src/*.ts`. False for variables, which could hold any path. */
function isPatternInside({ text }: Pick<ShellWord, "text">, context: PathContext): boolean {
  if (!/^[\w*?.,{}/[\]-]+$/.test(text) || text.includes("..")) return false;
  const patterns = expandBraces(text);
  return patterns?.every((pattern) => isGlobInside(pattern, context)) ?? false;
}

function isGlobInside(glob: string, { folders, resolver }: PathContext): boolean {
  if (!/[*?[]/.test(glob)) return resolvesInside(glob, { folders, resolver });
  if (folders.length === 0) return false;
  return folders.every((folder) => {
    const found = isOutside(joinPath(folder, glob)) ? undefined : resolver.expand(joinPath(folder, glob));
    return found !== undefined && !found.some(isOutside);
  });
}

const maxPatterns = 64;

/** `a{b,c}` is `ab` and `ac`; undefined for nested braces, sequences, and too many results. */
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
