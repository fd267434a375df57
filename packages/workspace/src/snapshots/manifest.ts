import { below, emptyFolders, type TreeState, type UsualModes } from "./tree-state.ts";

/** What a tree of git's does not say about a workspace. */
export interface Manifest {
  readonly usual: UsualModes;
  /** Permissions of files and folders that are not the usual ones, by path. */
  readonly modes: Readonly<Record<string, number>>;
  readonly emptyFolders: readonly string[];
  /** Each `.git`: what it holds is kept beside the snapshots. Absent where nobody looked. */
  readonly repositories?: readonly string[];
}

export function manifestOf(state: TreeState, repositories?: readonly string[]): Manifest {
  const modes: Record<string, number> = {};
  for (const [folder, found] of state.folders) {
    if (folder !== "" && found.mode !== state.usual.folder) modes[folder] = found.mode;
    for (const [name, mode] of Object.entries(found.modes)) modes[below(folder, name)] = mode;
  }
  return {
    usual: state.usual,
    modes,
    emptyFolders: emptyFolders(state).sort(),
    repositories,
  };
}

/** Repositories that were there and are not any more. */
export function lostRepositories({ repositories: then }: Manifest, { repositories: since }: Manifest): string[] {
  const left = since && new Set(since);
  return left ? (then ?? []).filter((path) => !left.has(path)) : [];
}
