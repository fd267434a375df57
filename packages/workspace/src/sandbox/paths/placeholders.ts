import { readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

/** Absolute paths of the empty folders that currently keep commands of this process from creating protected ones. */
const placeholders = new Set<string>();

export function notePlaceholder(path: string): void {
  placeholders.add(path);
}

export function forgetPlaceholder(path: string): void {
  placeholders.delete(path);
}

/** Whether a folder exists only to block commands: listings and snapshots leave it out. Never throws. */
export function isPlaceholder(path: string): boolean {
  return placeholders.has(path) && holdsOnlyPlaceholders(path);
}

/** Names of placeholders directly in a folder; undefined if there are none, which is the normal case. */
export function placeholdersIn(folder: string): ReadonlySet<string> | undefined {
  if (placeholders.size === 0) return undefined;
  const parent = resolve(folder);
  const names = [...placeholders]
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
