import { join, resolve } from "node:path";
import { isInside } from "../../files/confine.ts";
import { commonFolderOf, namesIn, realOf } from "./git-paths.ts";
import { readSmallFile } from "./small-file.ts";
import { kindOf } from "./system-paths.ts";

/** Keys that run no program and refer to no other file. */
const harmlessKeys = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|sparsecheckout|sparsecheckoutcone)$/,
  /^extensions\.(objectformat|worktreeconfig|partialclone)$/,
  /^index\.sparse$/,
  /^remote\..+\.(url|pushurl|fetch|tagopt|promisor|partialclonefilter)$/,
  /^branch\..+\.(remote|merge|rebase)$/,
  /^user\.(name|email)$/,
  /^init\.defaultbranch$/,
  /^submodule\..+\.(url|active|branch)$|^submodule\.active$/,
];

/** Files of a repository that make git run something, or look for that elsewhere. Relative paths; submodules are separate folders. */
export function dangerousParts(folder: string, root: string): readonly string[] {
  const files = ["config", "config.worktree"];
  return [
    ...files.filter((name) => !isHarmlessFile(join(folder, name), { folder, root })),
    ...(kindOf(join(folder, "commondir")) === undefined ? [] : ["commondir"]),
    ...hooksIn(folder),
    ...namesIn(join(folder, "worktrees")).flatMap((name) => partsOfWorktree(folder, join("worktrees", name), root)),
  ];
}

function hooksIn(folder: string): readonly string[] {
  if (kindOf(join(folder, "hooks")) === "link") return ["hooks"];
  const names = namesIn(join(folder, "hooks")).filter((name) => !name.endsWith(".sample"));
  return names.map((name) => join("hooks", name));
}

/** A worktree must belong to this repository. */
function partsOfWorktree(folder: string, worktree: string, root: string): readonly string[] {
  const path = join(folder, worktree);
  const isForeign = kindOf(join(path, "commondir")) !== undefined && commonFolderOf(path) !== realOf(folder);
  const own = join(worktree, "config.worktree");
  return [
    ...(isForeign ? [join(worktree, "commondir")] : []),
    ...(isHarmlessFile(join(folder, own), { folder, root }) ? [] : [own]),
  ];
}

function isHarmlessFile(path: string, repository: { readonly folder: string; readonly root: string }): boolean {
  if (kindOf(path) === undefined) return true;
  const settings = settingsIn(readSmallFile(path) ?? "[");
  return settings?.every(([key, value]) => isHarmless(key, value, repository)) ?? false;
}

function isHarmless(key: string, value: string, { folder, root }: { folder: string; root: string }): boolean {
  // A submodule's repository refers to its files, which are next to it in the workspace.
  if (key === "core.worktree") return !value.startsWith('"') && isInside(root, resolve(folder, value));
  return harmlessKeys.some((pattern) => pattern.test(key));
}

/** `section.subsection.key` and value of each line; undefined for anything unusual. */
function settingsIn(text: string): readonly (readonly [key: string, value: string])[] | undefined {
  let section = "";
  const settings: (readonly [string, string])[] = [];
  for (const line of text.split("\n").map((raw) => raw.trim())) {
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const head = /^\[([\w.-]+)(?: "([^"\\]*)")?\]$/.exec(line);
    const [, key, value = ""] = /^([\w-]+)\s*(?:=\s*(.*))?$/.exec(line) ?? [];
    if (head) section = [head[1]?.toLowerCase(), head[2]].filter(Boolean).join(".");
    else if (key !== undefined && !value.endsWith("\\") && !/^ext::|^-/.test(value))
      settings.push([`${section}.${key.toLowerCase()}`, value]);
    else return undefined;
  }
  return settings;
}
