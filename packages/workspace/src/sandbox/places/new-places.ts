import { join } from "node:path";
import { isInside } from "../../confine.ts";
import { dangerousParts } from "./judge-repository.ts";
import type { Place, Surveyed } from "./survey.ts";

/**
 * Protected files that are there after a command and were not before: what does not exist cannot be made read-only.
 * A renamed one is known by its identity. In a repository that the command brought, only what makes git run something
 * counts: the rest is of a project that nobody works in yet.
 */
export function newPlaces(options: {
  readonly root: string;
  readonly before: Surveyed;
  readonly after: Surveyed;
  /** Written on purpose, by us. */
  readonly written: ReadonlySet<string>;
}): readonly string[] {
  const { root, before, after, written } = options;
  const known = new Set(
    [...before.protected, ...before.repositories, ...before.ignored].map(({ identity }) => identity),
  );
  const paths = new Set([...before.protected, ...before.ignored].map(({ path }) => path));
  const isNew = ({ path, identity, kind }: Place): boolean =>
    !known.has(identity) && (kind === "link" || !paths.has(path)) && !written.has(path);
  const brought = after.repositories.filter(isNew).map(({ path }) => folderOf(path));
  const files = after.protected.filter(
    (place) => isNew(place) && !brought.some((folder) => folder !== "" && isInside(folder, place.path)),
  );
  const repositories = after.repositories
    .filter(({ kind }) => kind === "folder")
    .flatMap(({ path }) => judged(root, path));
  return [...files.map(({ path }) => path), ...repositories.filter((path) => !written.has(path))];
}

function judged(root: string, path: string): readonly string[] {
  return dangerousParts(join(root, path)).map((part) => join(path, part));
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
