import { dirname, join } from "node:path";
import { isInside } from "../../files/confine.ts";
import { type Mount, readOnly, writable } from "../mounts.ts";
import { realOf } from "./git-paths.ts";
import { kindOf } from "./system-paths.ts";
import type { Guarded } from "./workspace-guard.ts";

/**
 * Mounts over a writable workspace that keep commands from writing protected files. A folder that is
 * mounted over itself cannot be renamed, so nothing can replace it.
 */
export function heldMounts(root: string, guarded: Guarded, empty: string): readonly Mount[] {
  const kept = guarded.protected.filter(({ kind }) => kind !== "link").map(({ path }) => join(root, path));
  const worktrees = guarded.repositories.filter(({ kind }) => kind === "file").map(({ path }) => join(root, path));
  const guards = guarded.gitFolders.flatMap(({ path, guards: names }) => names.map((name) => join(path, name)));
  // A link cannot be mounted over; its target can.
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

/** Paths in the workspace that are protected because a link or a setting refers to them. */
function targetsOf(root: string, guarded: Guarded): readonly string[] {
  const links = guarded.protected.filter(({ kind }) => kind === "link").map(({ path }) => realOf(join(root, path)));
  const linked = guarded.gitFolders.map(({ path }) =>
    kindOf(join(path, "hooks")) === "link" ? realOf(join(path, "hooks")) : undefined,
  );
  const known = [...links, ...linked, ...guarded.hooks.map(realOf)].filter((path) => path !== undefined);
  return known.filter((path) => path !== root && isInside(root, path));
}

/** Otherwise its folder could be renamed and replaced. */
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
