import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { kindOf } from "./system-places.ts";

/** Keys that name no program and lead nowhere by themselves. */
const harmlessKeys = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|sparsecheckout)$/,
  /^extensions\.(objectformat|worktreeconfig|partialclone)$/,
  /^remote\..+\.(url|pushurl|fetch|tagopt|promisor|partialclonefilter)$/,
  /^branch\..+\.(remote|merge|rebase)$/,
  /^user\.(name|email)$/,
  /^init\.defaultbranch$/,
  /^submodule\..+\.(url|active|branch)$|^submodule\.active$/,
];

/** Parts of a repository's folder that a command made and that would make git run something. Paths within it. */
export function dangerousParts(folder: string): readonly string[] {
  const files = ["config", "config.worktree"].filter((name) => !isHarmlessFile(join(folder, name)));
  const hooks = namesIn(join(folder, "hooks")).filter((name) => !name.endsWith(".sample"));
  const modules = namesIn(join(folder, "modules")).flatMap((name) =>
    dangerousParts(join(folder, "modules", name)).map((part) => join("modules", name, part)),
  );
  return [...files, ...hooks.map((name) => join("hooks", name)), ...modules];
}

function isHarmlessFile(path: string): boolean {
  if (kindOf(path) === undefined) return true;
  try {
    const keys = keysIn(readFileSync(path, "utf8"));
    return keys?.every((key) => harmlessKeys.some((pattern) => pattern.test(key))) ?? false;
  } catch {
    return false;
  }
}

/** `section.subsection.key` of each line; undefined for what is not plainly written. */
function keysIn(text: string): readonly string[] | undefined {
  let section = "";
  const keys: string[] = [];
  for (const line of text.split("\n").map((raw) => raw.trim())) {
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const head = /^\[([\w.-]+)(?: "([^"\\]*)")?\]$/.exec(line);
    const key = /^([\w-]+)\s*(?:=\s*(.*))?$/.exec(line);
    if (head) section = [head[1]?.toLowerCase(), head[2]].filter(Boolean).join(".");
    else if (key && !key[2]?.endsWith("\\") && !/^ext::|^-/.test(key[2] ?? ""))
      keys.push(`${section}.${key[1]?.toLowerCase()}`);
    else return undefined;
  }
  return keys;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
