import { readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** Absolute paths of the empty folders that currently keep commands of this process from creating protected ones. */
const inPlace = new Set<string>();

export function notePlaceholder(path: string): void {
  inPlace.add(path);
}

export function forgetPlaceholder(path: string): void {
  inPlace.delete(path);
}

/** Whether a folder exists only to block commands: whatever lists or saves files leaves it out. Never throws. */
export function isPlaceholder(path: string): boolean {
  return inPlace.has(path) && holdsOnlyPlaceholders(path);
}

/** Names of those directly in a folder; undefined when there are none, which is the usual case. */
export function placeholdersIn(folder: string): ReadonlySet<string> | undefined {
  if (inPlace.size === 0) return undefined;
  const parent = resolve(folder);
  const names = [...inPlace]
    .filter((path) => dirname(path) === parent && isPlaceholder(path))
    .map((path) => basename(path));
  return names.length === 0 ? undefined : new Set(names);
}

function holdsOnlyPlaceholders(path: string): boolean {
  try {
    return readdirSync(path).every((name) => isPlaceholder(`${path}/${name}`));
  } catch {
    return false;
  }
}
