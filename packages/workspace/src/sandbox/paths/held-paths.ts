import { dirname, join } from "node:path";
import { isInside } from "../../files/confine.ts";
import { type Mount, readOnly, writable } from "../mounts.ts";
import { realOf } from "./git-paths.ts";
import { kindOf } from "./system-paths.ts";
import type { Guarded } from "./workspace-guard.ts";

/**
 * What lies over a workspace that commands may write, so that they cannot write what is protected in it. A folder that
 * lies over itself cannot be renamed, so nothing else can take its place.
 */
export function heldPlaces(root: string, guarded: Guarded, empty: string): readonly Mount[] {
  const kept = guarded.protected.filter(({ kind }) => kind !== "link").map(({ path }) => join(root, path));
  const worktrees = guarded.repositories.filter(({ kind }) => kind === "file").map(({ path }) => join(root, path));
  const guards = guarded.gitFolders.flatMap(({ path, guards: names }) => names.map((name) => join(path, name)));
  // A link is not lain over: where it leads is.
  const targets = targetsOf(root, guarded);
  const pinned = outermost([...kept, ...worktrees, ...guards, ...targets, ...guarded.aliases]);
  const { blocked } = guarded;
  const held = [
    ...guarded.gitFolders.map(({ path }) => path),
    ...[...targets, ...blocked, ...kept.filter(isWorkflows)].flatMap((target) => foldersTo(root, target)),
  ];
  const free = [...new Set(held)].filter((path) => !pinned.some((pin) => isInside(pin, path)));
  return [
    ...free.toSorted(byLength).map((path) => writable(path)),
    ...pinned.map((path) => readOnly(path)),
    ...blocked.map((path) => readOnly(path, empty)),
  ];
}

/** Parts of the workspace that count as protected because a link or a setting leads to them. */
function targetsOf(root: string, guarded: Guarded): readonly string[] {
  const links = guarded.protected.filter(({ kind }) => kind === "link").map(({ path }) => realOf(join(root, path)));
  const linked = guarded.gitFolders.map(({ path }) =>
    kindOf(join(path, "hooks")) === "link" ? realOf(join(path, "hooks")) : undefined,
  );
  const known = [...links, ...linked, ...guarded.hooks.map(realOf)].filter((path) => path !== undefined);
  return known.filter((path) => path !== root && isInside(root, path));
}

/** Its folder would else be renamed, and another put in its place. */
function isWorkflows(path: string): boolean {
  return /\/\.github\/[^/]+$/i.test(path);
}

function foldersTo(root: string, target: string): readonly string[] {
  const above: string[] = [];
  if (!isInside(root, target)) return above;
  for (let current = dirname(target); current !== root; current = dirname(current)) above.push(current);
  return above;
}

function outermost(paths: readonly string[]): readonly string[] {
  return [...new Set(paths)].filter((path) => !paths.some((other) => other !== path && isInside(other, path)));
}

function byLength(left: string, right: string): number {
  return left.length - right.length;
}
