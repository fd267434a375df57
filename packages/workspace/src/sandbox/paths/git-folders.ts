import { lstatSync } from "node:fs";
import { join } from "node:path";
import { dangerousParts } from "./dangerous-parts.ts";
import { isRepository, namesIn, repositoryOfWorktree } from "./git-paths.ts";
import { isPlaceholder } from "./placeholders.ts";
import type { GuardedPath } from "./survey.ts";
import { kindOf } from "./system-paths.ts";

/** Files that determine which programs git runs. */
const guarded = ["hooks", "config", "config.worktree", "commondir", "gitdir"];
const maxFolders = 1000;

/** A repository's folder as it was before a command. */
export interface GitFolder {
  readonly path: string;
  /** Unaffected by renames. */
  readonly identity: string;
  /** Existing files that determine which programs git runs: read-only for commands, so never changed by them. */
  readonly guards: readonly string[];
  /** The state of other files that make git run something. */
  readonly loose: ReadonlyMap<string, string>;
}

export function examineGitFolder(path: string, root: string): GitFolder {
  const guards = guarded.filter((name) => isPlain(join(path, name)));
  const loose = dangerousParts(path, root).filter((part) => !isWithin(guards, part));
  return { path, identity: identityOf(path), guards, loose: new Map(loose.map((part) => [part, stateOf(path, part)])) };
}

/** The actual folders of a workspace's repositories, including those of submodules and of worktrees' main repositories. */
export function gitFolderPaths(root: string, repositories: readonly GuardedPath[]): readonly string[] {
  const tops = repositories.flatMap(({ path, kind }) => {
    if (kind === "link") return [];
    return kind === "folder" ? join(root, path) : (repositoryOfWorktree(join(root, path)) ?? []);
  });
  return [...new Set(tops.flatMap((folder) => [folder, ...modulesOf(folder)]))];
}

/** Files that make git run something and are new or changed; in a new folder all of them. */
export function newParts(path: string, { before, root }: { before: readonly GitFolder[]; root: string }) {
  const identity = identityOf(path);
  const known = before.find((folder) => folder.identity === identity);
  return dangerousParts(path, root)
    .filter((part) => !isWithin(known?.guards ?? [], part) && known?.loose.get(part) !== stateOf(path, part))
    .map((part) => join(path, part));
}

function isWithin(guards: readonly string[], part: string): boolean {
  return guards.some((guard) => part === guard || part.startsWith(`${guard}/`));
}

/** A submodule's name may have several parts. */
function modulesOf(folder: string): readonly string[] {
  const found: string[] = [];
  const queue = [join(folder, "modules")];
  for (let examined = 0; examined < maxFolders; examined += 1) {
    const path = queue.shift();
    if (path === undefined) break;
    const names = namesIn(path);
    const isModule = isRepository(names);
    if (isModule) found.push(path);
    const below = isModule ? ["modules"] : names;
    queue.push(...below.map((name) => join(path, name)).filter((inner) => kindOf(inner) === "folder"));
  }
  return found;
}

function identityOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.dev}:${found.ino}` : "";
}

/** Changes with every write, whatever times a command sets. */
function stateOf(folder: string, part: string): string {
  const found = lstatSync(join(folder, part), { throwIfNoEntry: false, bigint: true });
  return found ? `${found.ino}-${found.ctimeNs}` : "";
}

function isPlain(path: string): boolean {
  const kind = kindOf(path);
  return kind === "file" || (kind === "folder" && !isPlaceholder(path));
}
