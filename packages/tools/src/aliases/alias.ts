import type { NamedCall } from "@roo-code/types";

export type Input = Readonly<Record<string, unknown>>;

/** Translates a call of another agent's tool. Pure; throws `ToolFailure` when there is no equivalent. */
export type Alias = (input: Input) => NamedCall;

/** Our parameter → other names for it, in lower case without `_` and `-`. */
export type ParameterNames = Readonly<Record<string, readonly string[]>>;

/** Parameters of other agents that only describe the call. */
const ignoredNames: ReadonlySet<string> = new Set([
  "description",
  "explanation",
  "justification",
  "toolsummary",
  "waitforprevioustools",
  "requiresapproval",
  "safetoautorun",
]);

/**
 * The input under our parameter names. Of two names for one parameter the first is used; unknown ones are kept, so that
 * the model is told that they were ignored.
 */
export function renameParameters(input: Input, parameters: ParameterNames): Record<string, unknown> {
  const ours = new Map(Object.entries(parameters).flatMap(([name, others]) => others.map((other) => [other, name])));
  const renamed = new Map<string, unknown>();
  for (const [key, value] of Object.entries(input)) {
    const normalised = normaliseKey(key);
    if (ignoredNames.has(normalised)) continue;
    const name = ours.get(normalised) ?? key;
    if (!renamed.has(name)) renamed.set(name, value);
  }
  return Object.fromEntries(renamed);
}

/** An alias with another tool name and other parameter names. */
export function renamedTool(name: string, parameters: ParameterNames): Alias {
  return (input) => ({ name, input: renameParameters(input, parameters) });
}

/** One alias for many names. */
export function aliasFor(names: string, alias: Alias): [string, Alias][] {
  return names.split(/\s+/).map((name) => [name, alias]);
}

export function toNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

export const pathNames: readonly string[] = [
  "path",
  "filepath",
  "absolutepath",
  "relativepath",
  "targetfile",
  "filename",
  "file",
  "relativeworkspacepath",
];

export const folderNames: readonly string[] = [
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

function normaliseKey(key: string): string {
  return key.replaceAll(/[_-]/g, "").toLowerCase();
}
