import { type BigIntStats, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type SkippedPath, type SkipRule, systemErrorCode } from "@roo-code/types";
import { holdParent } from "../files/held-folder.ts";
import { placeFile } from "./place-file.ts";
import type { StoreFolder } from "./store-folder.ts";

/** What a scan found in one folder. */
export interface FolderState {
  /** Changes whenever an entry comes or goes; empty where that cannot be relied on. */
  readonly stamp: string;
  readonly mode: number;
  /** Names of the folders in it that are saved. */
  readonly folders: readonly string[];
  /** How many files and links of it are saved. */
  readonly files: number;
  /** Permissions of its files that are not the usual ones, by name. */
  readonly modes: Readonly<Record<string, number>>;
  /** By name; a folder's ends with `/`. */
  readonly skipped: Readonly<Record<string, SkipRule>>;
}

/**
 * What is known about the workspace besides its files' content. Whether a folder is saved is decided when it is first
 * seen and holds until it goes: a rule that changes later takes nothing out of reach of an undo.
 */
export interface TreeState {
  readonly format: 1;
  readonly time: number;
  /** The ignored files were too much, and are left out. */
  readonly leavesOutIgnored: boolean;
  readonly usual: UsualModes;
  /** By workspace-relative path, the root as an empty one. */
  readonly folders: Map<string, FolderState>;
}

/** Permissions that need no mention, as the umask makes them. */
export interface UsualModes {
  readonly file: number;
  readonly executable: number;
  readonly folder: number;
}

/** undefined when there is none, or none that can be read: everything is looked at again then. */
export function loadTreeState(folder: StoreFolder): TreeState | undefined {
  try {
    const state = JSON.parse(readFileSync(statePath(folder), "utf8"));
    return state.format === 1 ? { ...state, folders: new Map(state.folders) } : undefined;
  } catch {
    return undefined;
  }
}

export function saveTreeState(folder: StoreFolder, state: TreeState): void {
  placeFile(statePath(folder), JSON.stringify({ ...state, folders: [...state.folders] }));
}

/** Whether they say the same of every folder: then the one on disk is as good as the other. */
export function hasSameFolders(one: TreeState, other: TreeState): boolean {
  return JSON.stringify([...one.folders]) === JSON.stringify([...other.folders]);
}

export function dropTreeState(folder: StoreFolder): void {
  rmSync(statePath(folder), { force: true });
}

export function countFiles(state: TreeState): number {
  let count = 0;
  for (const { files } of state.folders.values()) count += files;
  return count;
}

export function emptyFolders(state: TreeState): string[] {
  return [...state.folders].flatMap(([path, found]) =>
    path !== "" && found.files === 0 && found.folders.length === 0 ? [path] : [],
  );
}

export function skippedPaths(state: TreeState): SkippedPath[] {
  return [...state.folders].flatMap(([folder, { skipped }]) =>
    Object.entries(skipped).map(([name, rule]) => ({ path: below(folder, name), rule })),
  );
}

export function below(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Of a workspace-relative path, as the keys of the state are. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function statePath(folder: StoreFolder): string {
  return join(folder.path, "state.json");
}

/** The stamp of a path where nothing is. */
export const absent = "";

/** Changes whenever a file's content, permissions or identity do. Of what is behind a link on the way: `absent`. */
export function fileStamp(absolute: string): string {
  try {
    const { folder, name } = holdParent({ absolute });
    using parent = folder;
    return stampOf(parent.stat(name));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) return absent;
    throw error;
  }
}

export function stampOf(stat: BigIntStats | undefined): string {
  return stat ? `${stat.ino}-${stat.size}-${stat.mtimeNs}-${stat.ctimeNs}-${stat.mode}` : absent;
}
