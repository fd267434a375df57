import { digest } from "@roo-code/types";
import { type ShellPart, splitCommand } from "./split-command.ts";

/** One simple command of a shell line. */
export interface CommandPart {
  /** Equal for the same command, however it was spaced, quoted, redirected or wrapped. */
  readonly key: string;
  /** Whether the line's exit code is 0 only if this part's was. */
  readonly tells: boolean;
  readonly changesNothing: boolean;
}

/** What a line runs, and of which of it the exit code tells. Fingerprints only: a long script costs little to keep. */
export function commandParts(command: string): readonly CommandPart[] {
  const parts = splitCommand(command);
  const telling = tellingParts(parts);
  return parts.map(({ text }, index) => ({
    key: keyOf(text),
    tells: telling.has(index),
    changesNothing: changesNothing(text),
  }));
}

/** The keys of the parts that a claim is about: those behind the way to its folder. */
export function claimedKeys(claim: string): readonly string[] {
  const command = claim
    .trim()
    .replace(/^`([^`]+)`$/, "$1")
    .replace(/^\$\s+/, "");
  const parts = splitCommand(command);
  const first = parts.findIndex(({ text }) => !/^cd(?:\s|$)/.test(text));
  return parts.slice(Math.max(first, 0)).map(({ text }) => keyOf(text));
}

/** From the last part backwards: `&&` passes a failure on; `;`, `||` and a pipe hide it, unless the shell was told not to. */
function tellingParts(parts: readonly ShellPart[]): ReadonlySet<number> {
  const isSet = (option: RegExp): boolean => parts.some(({ text }) => /^set\s/.test(text) && option.test(text));
  const passesOn = new Set(["&&", "|", ...(isSet(/\s-[a-z]*e/) ? [";"] : [])]);
  const showsAllOfPipe = isSet(/\bpipefail\b/);
  const telling = new Set<number>();
  for (const [index, part] of [...parts.entries()].toReversed()) {
    if (part.after === "&" || parts[pipeStart(parts, index)]?.before === "||") break;
    if (part.after !== "|" || showsAllOfPipe) telling.add(index);
    if (!passesOn.has(part.before)) break;
  }
  return telling;
}

function pipeStart(parts: readonly ShellPart[], index: number): number {
  let start = index;
  while (parts[start]?.before === "|") start -= 1;
  return start;
}

/** Without what changes neither what runs nor how it ends: output sent elsewhere, settings in front, a time limit, quotes. */
function keyOf(text: string): string {
  const plain = text
    .replaceAll(/\s*\d?>&\d|\s*&?\d?>{1,2}\s*\/dev\/null/g, "")
    .replaceAll(/["'\\]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .replace(/^(?:\w+=\S* )+/, "")
    .replace(/^(?:timeout (?:-\S+ )*\d+[smh]? |time )/, "");
  return digest(plain);
}

/** Programs that only look, and the options with which they do more. */
const looking: ReadonlyMap<string, RegExp | undefined> = new Map([
  ...words(
    "cd ls pwd cat head tail wc echo printf true test [ which stat du df ps date sleep uname whoami grep egrep fgrep diff cmp basename dirname realpath",
  ),
  ["rg", /\s--pre\b/],
  ["find", /\s-(?:delete|exec|ok|fprint|fls)/],
  ["sort", /\s(?:-\w*o|--output)/],
  ["tree", /\s-o\b/],
  ["git", /\s(?:--output|--ext-diff|--textconv|-O)/],
]);
const lookingOfGit: ReadonlySet<string> = new Set(
  "status diff log show blame grep ls-files rev-parse describe add".split(" "),
);

/** Whether a simple command obviously leaves every file as it is. What is not known may change something. */
export function changesNothing(text: string): boolean {
  const bare = text
    .replaceAll(/\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, (quoted) =>
      /^"[\s\S]*(?:\$\(|`)/.test(quoted) ? "`" : "_",
    )
    .replaceAll(/\d?>&\d|&?\d?>{1,2}\s*\/dev\/null(?=\s|$)/g, "")
    .trim();
  if (/[>`]|\$\(|<\(/.test(bare)) return false;
  if (/^[\w./-]+ --version$/.test(bare)) return true;
  const [program = "", first = ""] = bare.split(/\s+/);
  if (!looking.has(program) || looking.get(program)?.test(bare) === true) return false;
  return program !== "git" || lookingOfGit.has(first);
}

function words(text: string): [string, undefined][] {
  return text.split(" ").map((word) => [word, undefined]);
}
