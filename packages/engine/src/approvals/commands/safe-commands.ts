import type { SimpleCommand } from "../shell/command-facts.ts";
import { isOutside, joinPath, relativePath } from "../shell/join-path.ts";
import type { ShellWord } from "../shell/shell-word.ts";
import { whyNotCovered } from "./dangerous-words.ts";
import type { KnownCommand } from "./known-command.ts";
import { findKnown } from "./known-commands.ts";

const versionOf = new Set(["node", "python", "python3", "gcc", "java", "git"]);

/** Whether a command only reads, and only in the workspace. What is not known to is not. */
export function isReadOnlyUse(name: string, command: SimpleCommand, root: string | undefined): boolean {
  const words = withoutPager(name, command.words);
  const [, ...args] = words;
  if (versionOf.has(name) && args.length === 1 && args[0]?.value === "--version") return true;
  const known = findKnown(name, words);
  if (!known?.isReadOnly) return false;
  if (known.onlyWith && !args.slice(known.name.split(" ").length - 1).every(({ value }) => isOneOf(known, value)))
    return false;
  if (whyNotCovered({ words, more: args, known }) !== undefined) return false;
  return known.isTextOnly === true || args.every((word) => isInside(word, command.folders, root));
}

function isOneOf({ onlyWith = [] }: KnownCommand, value: string | undefined): boolean {
  return value !== undefined && onlyWith.includes(value);
}

/** `git --no-pager log` is `git log`. */
function withoutPager(name: string, words: readonly ShellWord[]): readonly ShellWord[] {
  const [first, second, ...rest] = words;
  return name === "git" && first && second?.value === "--no-pager" ? [first, ...rest] : words;
}

/** A word that could name a file must not lead out, from wherever the command runs. */
function isInside(word: ShellWord, folders: readonly string[], root: string | undefined): boolean {
  if (word.value === undefined) return isGlobInside(word);
  const path = word.value.replace(/^-{1,2}[\w-]*=?/, "");
  if (word.value.startsWith("-") && !/[/~]|\.\./.test(path)) return true;
  return folders.length > 0 && folders.every((folder) => !isOutside(relativePath(joinPath(folder, path), root)));
}

/** `src/*.ts`; a variable could hold any path. */
function isGlobInside({ text }: ShellWord): boolean {
  return /^[\w*?.,{}/[\]-]+$/.test(text) && !isOutside(joinPath(".", text)) && !text.includes("..");
}
