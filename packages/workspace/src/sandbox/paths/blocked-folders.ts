import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isInside } from "../../files/confine.ts";
import type { GitFolder } from "./git-folders.ts";
import { isPlaceholder, placeholdersIn } from "./placeholders.ts";
import { kindOf } from "./system-paths.ts";

/** Folders at the top of a workspace whose content running programs load automatically. */
const alwaysBlocked = [".roo", ".vscode", ".github/workflows"];

/** The same for programs that are not always installed, detected by their files in the home folder. */
const blockedWith: readonly (readonly [folder: string, markers: readonly string[]])[] = [
  [".idea", [".config/JetBrains", "Library/Application Support/JetBrains"]],
  [".zed", [".config/zed"]],
  [".cursor", [".cursor", ".config/Cursor"]],
  [".claude", [".claude"]],
];

let blockedHere: readonly string[] | undefined;

function blockedNames(): readonly string[] {
  const exists = (marker: string): boolean => kindOf(join(homedir(), marker)) !== undefined;
  blockedHere ??= [
    ...alwaysBlocked,
    ...blockedWith.flatMap(([folder, markers]) => (markers.some(exists) ? [folder] : [])),
  ];
  return blockedHere;
}

/**
 * Protected folders that do not exist: a placeholder keeps a command from creating them while it
 * runs. Only folders, because an empty one has no effect on any program, including git; an empty file would.
 * Absolute paths.
 */
export function blockedFolders(
  root: string,
  { gitFolders, hooks }: { readonly gitFolders: readonly GitFolder[]; readonly hooks: readonly string[] },
): readonly string[] {
  const own = gitFolders.filter(({ guards }) => !guards.includes("hooks")).map(({ path }) => join(path, "hooks"));
  const names = isEmpty(root) ? [] : blockedNames();
  const candidates = [...names.map((name) => join(root, name)), ...own, ...hooks];
  return [...new Set(candidates)].filter((path) => isFree(path) && isReal(root, dirname(path)));
}

function isFree(path: string): boolean {
  return kindOf(path) === undefined || isPlaceholder(path);
}

/** `git clone … .` and project generators refuse a folder that is not empty. */
function isEmpty(root: string): boolean {
  const placeholders = placeholdersIn(root);
  return readdirSync(root).every((name) => placeholders?.has(name));
}

/** No link in the path: what is created is created there. */
function isReal(root: string, folder: string): boolean {
  for (let current = folder; isInside(root, current) && current !== root; current = dirname(current))
    if (kindOf(current) === "link" || kindOf(current) === "file") return false;
  return true;
}
