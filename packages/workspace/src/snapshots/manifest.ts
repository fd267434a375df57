import { below, type DefaultModes, emptyFolders, type TreeState } from "./tree-state.ts";

/** What a git tree does not record about a workspace. */
export interface Manifest {
  readonly usual: DefaultModes;
  /** Permissions of files and folders that differ from the default, by path. */
  readonly modes: Readonly<Record<string, number>>;
  readonly emptyFolders: readonly string[];
  /** Paths of `.git`; their content is kept beside the snapshots. Absent if unknown. */
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

/** Repositories that no longer exist. */
export function lostRepositories({ repositories: then }: Manifest, { repositories: since }: Manifest): string[] {
  const left = since && new Set(since);
  return left ? (then ?? []).filter((path) => !left.has(path)) : [];
}
