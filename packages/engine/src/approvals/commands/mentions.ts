import type { SimpleCommand } from "../shell/command-facts.ts";
import { foldedName } from "../shell/program-name.ts";
import { findKnown } from "./known-commands.ts";

const mostMentions = 200;
const longestText = 20_000;
const none: ReadonlySet<string> = new Set();

/** Programs whose words are no commands, besides those that only read. */
const keepsTexts: ReadonlySet<string> = new Set(["git", "gh", "cd", "export", "set", "unset", "case", "for"]);

/**
 * Names among the words of a command, in small letters: a program that is not known may run one of its words, as every
 * wrapper does. None for programs that only read, or keep texts.
 */
export function mentionsOf({ words }: SimpleCommand): ReadonlySet<string> {
  const [first, ...args] = words;
  const name = first && foldedName(first);
  if (name === undefined || args.length === 0) return none;
  if (keepsTexts.has(name) || findKnown(name, words)?.isReadOnly) return none;
  const found = new Set<string>();
  let left = longestText;
  for (const { value, text } of args) {
    const written = (value ?? text).slice(0, left);
    left -= written.length;
    for (const token of written.toLowerCase().match(/[^\s'"`;|&<>(){}=,:[\]$\\]+/g) ?? []) {
      found.add(token.slice(token.lastIndexOf("/") + 1).replace(/\.exe$/, ""));
      if (found.size >= mostMentions) return found;
    }
  }
  return found;
}
