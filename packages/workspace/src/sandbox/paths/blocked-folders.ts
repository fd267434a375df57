import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { isInside } from "../../files/confine.ts";
import type { GitFolder } from "./git-folders.ts";
import { isPlaceholder, placeholdersIn } from "./placeholders.ts";
import { kindOf } from "./system-paths.ts";

/** Folders at the top of a workspace whose content programs that already run pick up by themselves. */
const alwaysBlocked = [".roo", ".vscode", ".github/workflows"];

/** The same for programs that not everybody has, known by what they keep in the home folder. */
const blockedWith: readonly (readonly [folder: string, signs: readonly string[]])[] = [
  [".idea", [".config/JetBrains", "Library/Application Support/JetBrains"]],
  [".zed", [".config/zed"]],
  [".cursor", [".cursor", ".config/Cursor"]],
  [".claude", [".claude"]],
];

let blockedHere: readonly string[] | undefined;

function blockedNames(): readonly string[] {
  const exists = (sign: string): boolean => kindOf(join(homedir(), sign)) !== undefined;
  blockedHere ??= [...alwaysBlocked, ...blockedWith.flatMap(([folder, signs]) => (signs.some(exists) ? [folder] : []))];
  return blockedHere;
}

/**
 * Protected folders that are missing: a command is kept from making them by something that lies there for as long as it
 * runs. Folders alone, since an empty one means nothing to any program, git included; an empty file of such a name would.
 * Absolute paths.
 */
export function blockedFolders(
  root: string,
  { gitFolders, hooks }: { readonly gitFolders: readonly GitFolder[]; readonly hooks: readonly string[] },
): readonly string[] {
  const own = gitFolders.filter(({ guards }) => !guards.includes("hooks")).map(({ path }) => join(path, "hooks"));
  const names = isEmpty(root) ? [] : blockedNames();
  const wanted = [...names.map((name) => join(root, name)), ...own, ...hooks];
  return [...new Set(wanted)].filter((path) => isFree(path) && isReal(root, dirname(path)));
}

function isFree(path: string): boolean {
  return kindOf(path) === undefined || isPlaceholder(path);
}

/** `git clone … .` and generators of projects refuse a folder in which something lies. */
function isEmpty(root: string): boolean {
  const placeholders = placeholdersIn(root);
  return readdirSync(root).every((name) => placeholders?.has(name));
}

/** No link on the way: what is made is made where it seems to be. */
function isReal(root: string, folder: string): boolean {
  for (let current = folder; isInside(root, current) && current !== root; current = dirname(current))
    if (kindOf(current) === "link" || kindOf(current) === "file") return false;
  return true;
}
