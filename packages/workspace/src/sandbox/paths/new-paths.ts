import { dirname, join, relative } from "node:path";
import { isInside } from "../../files/confine.ts";
import { type GitFolder, gitFolderPaths, newParts } from "./git-folders.ts";
import { gitFolderNamedIn, realOf, repositoryOfWorktree } from "./git-paths.ts";
import { dangerousParts } from "./judge-repository.ts";
import type { Place, Surveyed } from "./survey.ts";

export interface NewPlacesOptions {
  readonly root: string;
  readonly before: Surveyed & { readonly gitFolders: readonly GitFolder[]; readonly blocked: readonly string[] };
  readonly after: Surveyed;
  /** Written on purpose, by us. */
  readonly written: ReadonlySet<string>;
  /** The command goes on: what it makes in new folders may become a repository that it brings. */
  readonly isRunning: boolean;
}

/**
 * Protected files that are there after a command and were not before: what does not exist cannot be made read-only.
 * A renamed one is known by its identity, and what is at the place of one that was read-only was put there by somebody
 * else. In a repository that the command brought, only what makes git run something counts: the rest is of a project
 * that nobody works in yet. What was blocked is the person's: no command could make it. Gives absolute paths.
 */
export function newPlaces({ root, before, after, written, isRunning }: NewPlacesOptions): readonly string[] {
  const old = [...before.protected, ...before.repositories, ...before.ignored];
  const known = new Set(old.map(({ identity }) => identity));
  const held = new Set(old.filter(({ kind }) => kind !== "link").map(placeOf));
  const isNew = (place: Place): boolean =>
    !known.has(place.identity) && !held.has(placeOf(place)) && !written.has(place.path);
  const repositories = after.repositories.filter(isNew);
  const brought = repositories.map(workingFolder).filter((folder) => !before.folders.has(folder));
  const files = after.protected.filter(
    (place) => isNew(place) && !brought.some((folder) => isInside(folder, place.path)),
  );
  const leading = repositories.filter((place) => place.kind !== "folder" && leadsAstray(place, { root, before }));
  const parts = gitFolderPaths(root, after.repositories).flatMap((path) =>
    newParts(path, { root, before: before.gitFolders }),
  );
  const isOurs = (path: string): boolean => written.has(path.slice(root.length + 1));
  const found = [
    ...[...files, ...leading].map(({ path }) => join(root, path)),
    ...parts.filter((path) => !isOurs(path)),
  ].filter((path) => !before.blocked.some((folder) => isInside(folder, path)));
  return isRunning ? found.filter((path) => isInOldFolder(path, { root, before })) : found;
}

function isInOldFolder(path: string, { root, before }: Pick<NewPlacesOptions, "root" | "before">): boolean {
  const isOldRepository = before.gitFolders.some((folder) => isInside(folder.path, path));
  return isOldRepository || before.folders.has(relative(root, dirname(path)));
}

/** A place within the very folder that it was in. */
function placeOf({ folder, path }: Place): string {
  return `${folder}/${path.slice(path.lastIndexOf("/") + 1)}`;
}

/** A new `.git` that is no folder: it must lead to a repository that is looked at, too. */
function leadsAstray({ path, kind }: Place, { root, before }: Pick<NewPlacesOptions, "root" | "before">): boolean {
  const place = join(root, path);
  const common = kind === "file" ? repositoryOfWorktree(place) : undefined;
  if (common !== undefined && (isInside(root, common) || before.gitFolders.some((folder) => folder.path === common)))
    return false;
  const target = kind === "file" ? gitFolderNamedIn(place) : realOf(place);
  return target === undefined || !isInside(root, target) || dangerousParts(target, root).length > 0;
}

/** The folder that a repository is about: the one around its `.git`, or itself. */
function workingFolder({ path }: Place): string {
  return path.replace(/(^|\/)\.git$/i, "");
}
