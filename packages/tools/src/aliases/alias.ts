import type { NamedCall } from "@roo-code/types";

export type Input = Readonly<Record<string, unknown>>;

/** Translates a call of another agent's tool. Pure; throws `ToolFailure` when there is no equivalent. */
export type Alias = (input: Input) => NamedCall;

/** Our parameter → other names for it, without `_`, `-` and capitals. */
export type Words = Readonly<Record<string, readonly string[]>>;

/** Descriptions that other agents ask for; they have no effect. */
const remarks: ReadonlySet<string> = new Set([
  "description",
  "explanation",
  "justification",
  "toolsummary",
  "waitforprevioustools",
  "requiresapproval",
  "safetoautorun",
]);

/**
 * The input under our parameter names. Of two for one parameter the first is used; unknown ones stay, so that the model
 * learns that they were ignored.
 */
export function reword(input: Input, words: Words): Record<string, unknown> {
  const ours = new Map(Object.entries(words).flatMap(([name, others]) => others.map((other) => [other, name])));
  const reworded = new Map<string, unknown>();
  for (const [key, value] of Object.entries(input)) {
    const word = flat(key);
    if (remarks.has(word)) continue;
    const name = ours.get(word) ?? key;
    if (!reworded.has(name)) reworded.set(name, value);
  }
  return Object.fromEntries(reworded);
}

/** An alias with another tool name and other parameter names. */
export function renamed(name: string, words: Words): Alias {
  return (input) => ({ name, input: reword(input, words) });
}

/** One alias under many names. */
export function under(names: string, alias: Alias): [string, Alias][] {
  return names.split(/\s+/).map((name) => [name, alias]);
}

export function toNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export const pathWords: readonly string[] = [
  "path",
  "filepath",
  "absolutepath",
  "relativepath",
  "targetfile",
  "filename",
  "file",
  "relativeworkspacepath",
];

export const folderWords: readonly string[] = [
  "path",
  "dirpath",
  "directorypath",
  "directory",
  "dir",
  "folder",
  "targetdirectory",
  "searchdirectory",
  "searchpath",
  "relativeworkspacepath",
];

function flat(key: string): string {
  return key.replaceAll(/[_-]/g, "").toLowerCase();
}
