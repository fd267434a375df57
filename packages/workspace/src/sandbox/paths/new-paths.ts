import { dirname, join, relative } from "node:path";
import { isInside } from "../../files/confine.ts";
import { dangerousParts } from "./dangerous-parts.ts";
import { type GitFolder, gitFolderPaths, newParts } from "./git-folders.ts";
import { gitFolderNamedIn, realOf, repositoryOfWorktree } from "./git-paths.ts";
import type { GuardedPath, Surveyed } from "./survey.ts";

export interface NewPathsOptions {
  readonly root: string;
  readonly before: Surveyed & { readonly gitFolders: readonly GitFolder[]; readonly blocked: readonly string[] };
  readonly after: Surveyed;
  /** Written by Roo, on purpose. */
  readonly written: ReadonlySet<string>;
  /** The command is still running: what it creates in new folders may become a repository of its own. */
  readonly isRunning: boolean;
}

/**
 * Protected files that exist after a command but not before: what does not exist cannot be made read-only.
 * A renamed file is recognized by its identity, and what replaced a read-only one was put there by someone
 * else. In a repository that the command created, only what makes git run something counts: no one works in that project
 * yet. What was blocked belongs to the user: no command could create it. Returns absolute paths.
 */
export function newPaths({ root, before, after, written, isRunning }: NewPathsOptions): readonly string[] {
  const old = [...before.protected, ...before.repositories, ...before.ignored];
  const known = new Set(old.map(({ identity }) => identity));
  const oldPositions = new Set(old.filter(({ kind }) => kind !== "link").map(positionOf));
  const isNew = (found: GuardedPath): boolean =>
    !known.has(found.identity) && !oldPositions.has(positionOf(found)) && !written.has(found.path);
  const repositories = after.repositories.filter(isNew);
  const createdFolders = repositories.map(workingFolder).filter((folder) => !before.folders.has(folder));
  const files = after.protected.filter(
    (found) => isNew(found) && !createdFolders.some((folder) => isInside(folder, found.path)),
  );
  const misleading = repositories.filter((found) => found.kind !== "folder" && pointsOutside(found, { root, before }));
  const parts = gitFolderPaths(root, after.repositories).flatMap((path) =>
    newParts(path, { root, before: before.gitFolders }),
  );
  const isOurs = (path: string): boolean => written.has(path.slice(root.length + 1));
  const paths = [
    ...[...files, ...misleading].map(({ path }) => join(root, path)),
    ...parts.filter((path) => !isOurs(path)),
  ].filter((path) => !before.blocked.some((folder) => isInside(folder, path)));
  return isRunning ? paths.filter((path) => isInOldFolder(path, { root, before })) : paths;
}

function isInOldFolder(path: string, { root, before }: Pick<NewPathsOptions, "root" | "before">): boolean {
  const isOldRepository = before.gitFolders.some((folder) => isInside(folder.path, path));
  return isOldRepository || before.folders.has(relative(root, dirname(path)));
}

/** A name in a specific folder, whatever that is called. */
function positionOf({ folder, path }: GuardedPath): string {
  return `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`;
}

/** A new `.git` that is not a folder must point to a repository that is checked as well. */
function pointsOutside(
  { path, kind }: GuardedPath,
  { root, before }: Pick<NewPathsOptions, "root" | "before">,
): boolean {
  const absolute = join(root, path);
  const common = kind === "file" ? repositoryOfWorktree(absolute) : undefined;
  if (common !== undefined && (isInside(root, common) || before.gitFolders.some((folder) => folder.path === common)))
    return false;
  const target = kind === "file" ? gitFolderNamedIn(absolute) : realOf(absolute);
  return target === undefined || !isInside(root, target) || dangerousParts(target, root).length > 0;
}

/** The working folder of a repository: the one that contains its `.git`, or itself. */
function workingFolder({ path }: GuardedPath): string {
  return path.replace(/(^|\/)\.git$/i, "");
}
