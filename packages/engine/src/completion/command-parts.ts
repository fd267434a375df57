import { digest } from "@roo-code/types";
import { changesNothing } from "./changes-nothing.ts";
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
