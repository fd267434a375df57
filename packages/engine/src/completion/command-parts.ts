import { digest } from "@roo-code/types";
import { changesNothing } from "./changes-nothing.ts";
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
