import { digest } from "@roo-code/types";
import { type ShellPart, splitCommand } from "./split-command.ts";

/** One simple command of a shell line. */
export interface CommandPart {
  /** The same for the same command, regardless of spacing, quotes, redirections and wrappers. */
  readonly key: string;
  /** Whether the exit code of the line can only be 0 if that of this part is. */
  readonly determinesExit: boolean;
  readonly changesNothing: boolean;
}

/** The commands of a line, and which of them determine its exit code. Digests only, so that long scripts take little memory. */
export function commandParts(command: string): readonly CommandPart[] {
  const parts = splitCommand(command);
  const determining = determiningParts(parts);
  return parts.map(({ text }, index) => ({
    key: keyOf(text),
    determinesExit: determining.has(index),
    changesNothing: changesNothing(text),
  }));
}

/** The keys of the claimed parts, without a leading `cd`. */
export function claimedKeys(claim: string): readonly string[] {
  const command = claim
    .trim()
    .replace(/^`([^`]+)`$/, "$1")
    .replace(/^\$\s+/, "");
  const parts = splitCommand(command);
  const first = parts.findIndex(({ text }) => !/^cd(?:\s|$)/.test(text));
  return parts.slice(Math.max(first, 0)).map(({ text }) => keyOf(text));
}

/** From the last part backwards: `&&` propagates a failure; `;`, `||` and pipes hide it, unless `set -e` or `pipefail` is on. */
function determiningParts(parts: readonly ShellPart[]): ReadonlySet<number> {
  const isSet = (option: RegExp): boolean => parts.some(({ text }) => /^set\s/.test(text) && option.test(text));
  const propagates = new Set(["&&", "|", ...(isSet(/\s-[a-z]*e/) ? [";"] : [])]);
  const showsAllOfPipe = isSet(/\bpipefail\b/);
  const determining = new Set<number>();
  for (const [index, part] of [...parts.entries()].toReversed()) {
    if (part.after === "&" || parts[pipeStart(parts, index)]?.before === "||") break;
    if (part.after !== "|" || showsAllOfPipe) determining.add(index);
    if (!propagates.has(part.before)) break;
  }
  return determining;
}

function pipeStart(parts: readonly ShellPart[], index: number): number {
  let start = index;
  while (parts[start]?.before === "|") start -= 1;
  return start;
}

/** Without what does not affect the result: redirected output, variables, a timeout, quotes. */
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

/** Read-only programs, and the options with which they are not. */
const readOnlyPrograms: ReadonlyMap<string, RegExp | undefined> = new Map([
  ...withoutOptions(
    "cd ls pwd cat head tail wc echo printf true test [ which stat du df ps date sleep uname whoami grep egrep fgrep diff cmp basename dirname realpath",
  ),
  ["rg", /\s--pre\b/],
  ["find", /\s-(?:delete|exec|ok|fprint|fls)/],
  ["sort", /\s(?:-\w*o|--output)/],
  ["tree", /\s-o\b/],
  ["git", /\s(?:--output|--ext-diff|--textconv|-O)/],
]);
const readOnlyGit: ReadonlySet<string> = new Set(
  "status diff log show blame grep ls-files rev-parse describe add".split(" "),
);

/** Whether a simple command obviously changes no file. False for unknown commands. */
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
  if (!readOnlyPrograms.has(program) || readOnlyPrograms.get(program)?.test(bare) === true) return false;
  return program !== "git" || readOnlyGit.has(first);
}

function withoutOptions(text: string): [string, undefined][] {
  return text.split(" ").map((word) => [word, undefined]);
}
