import { lstatSync } from "node:fs";
import { join } from "node:path";
import { isRepository, namesIn, repositoryOfWorktree } from "./git-paths.ts";
import { dangerousParts } from "./judge-repository.ts";
import { isPlaceholder } from "./placeholders.ts";
import type { Place } from "./survey.ts";
import { kindOf } from "./system-paths.ts";

/** What decides which programs git runs. */
const guarded = ["hooks", "config", "config.worktree", "commondir", "gitdir"];
const maxFolders = 1000;

/** A folder in which git keeps a repository, as it was before a command. */
export interface GitFolder {
  readonly path: string;
  /** Stays the same when it is renamed. */
  readonly identity: string;
  /** What is there and decides which programs git runs: read-only for commands, so never their doing. */
  readonly guards: readonly string[];
  /** The state of other parts that make git run something. */
  readonly loose: ReadonlyMap<string, string>;
}

export function examineGitFolder(path: string, root: string): GitFolder {
  const guards = guarded.filter((name) => isPlain(join(path, name)));
  const loose = dangerousParts(path, root).filter((part) => !isWithin(guards, part));
  return { path, identity: identityOf(path), guards, loose: new Map(loose.map((part) => [part, stateOf(path, part)])) };
}

/** Where the repositories of a workspace really are, those of submodules and of the worktrees' origin included. */
export function gitFolderPaths(root: string, repositories: readonly Place[]): readonly string[] {
  const tops = repositories.flatMap(({ path, kind }) => {
    if (kind === "link") return [];
    return kind === "folder" ? join(root, path) : (repositoryOfWorktree(join(root, path)) ?? []);
  });
  return [...new Set(tops.flatMap((folder) => [folder, ...modulesOf(folder)]))];
}

/** Parts that make git run something and that were not there, or not so, before; all of a folder that was not. */
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
  for (let looked = 0; looked < maxFolders; looked += 1) {
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

/** Another after every write, whatever times a command sets. */
function stateOf(folder: string, part: string): string {
  const found = lstatSync(join(folder, part), { throwIfNoEntry: false, bigint: true });
  return found ? `${found.ino}-${found.ctimeNs}` : "";
}

function isPlain(path: string): boolean {
  const kind = kindOf(path);
  return kind === "file" || (kind === "folder" && !isPlaceholder(path));
}
