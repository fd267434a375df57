import { type BigIntStats, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type SkippedPath, type SkipRule, systemErrorCode } from "@roo-code/types";
import { holdParent } from "../files/held-folder.ts";
import type { StoreFolder } from "./store-folder.ts";
import { writeAtomically } from "./write-atomically.ts";

/** The result of scanning one folder. */
export interface FolderState {
  /** Changes whenever an entry is added or removed; empty if that is not reliable. */
  readonly stamp: string;
  readonly mode: number;
  /** Names of its saved folders. */
  readonly folders: readonly string[];
  /** Number of its saved files and links. */
  readonly files: number;
  /** Permissions of its files that differ from the default, by name. */
  readonly modes: Readonly<Record<string, number>>;
  /** By name; a folder's ends with `/`. */
  readonly skipped: Readonly<Record<string, SkipRule>>;
}

/**
 * What is known about the workspace besides file contents. Whether a folder is saved is decided when it is first
 * seen, and holds as long as it exists: a later change of the rules does not prevent an undo.
 */
export interface TreeState {
  readonly format: 1;
  readonly time: number;
  /** Ignored files exceeded the limits and are left out. */
  readonly leavesOutIgnored: boolean;
  /** Default permissions; the name is part of the stored format. */
  readonly usual: DefaultModes;
  /** By workspace-relative path; the root is the empty string. */
  readonly folders: Map<string, FolderState>;
}

/** Permissions as the umask sets them, which are not recorded. */
export interface DefaultModes {
  readonly file: number;
  readonly executable: number;
  readonly folder: number;
}

/** undefined if there is none, or it is not readable: then everything is scanned. */
export function loadTreeState(folder: StoreFolder): TreeState | undefined {
  try {
    const state = JSON.parse(readFileSync(statePath(folder), "utf8"));
    return state.format === 1 ? { ...state, folders: new Map(state.folders) } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the workspace has been saved before. */
export function hasTreeState(folder: StoreFolder): boolean {
  return existsSync(statePath(folder));
}

export function saveTreeState(folder: StoreFolder, state: TreeState): void {
  writeAtomically(statePath(folder), JSON.stringify({ ...state, folders: [...state.folders] }));
}

/** Whether both describe all folders identically: then the one on disk need not be replaced. */
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

/** Of a workspace-relative path, in the form of the state's keys. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function statePath(folder: StoreFolder): string {
  return join(folder.path, "state.json");
}

/** The stamp of a path that does not exist. */
export const absent = "";

/** Changes whenever a file's content, permissions or identity do. `absent` if a link is in the path. */
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

/** Before the first scan there are no defaults, so that it records every file's permissions. */
export const unknownModes: DefaultModes = { file: -1, executable: -1, folder: -1 };

/** Chooses the most frequent permissions as defaults and removes them from the state. */
export function chooseDefaultModes(state: TreeState): TreeState {
  if (state.usual.file !== -1) return state;
  const counts = { file: new Map<number, number>(), executable: new Map<number, number>(), folder: new Map() };
  for (const { mode, modes } of state.folders.values()) {
    increment(counts.folder, mode);
    for (const one of Object.values(modes)) increment(one & 0o100 ? counts.executable : counts.file, one);
  }
  const usual = {
    file: mostCommon(counts.file, 0o644),
    executable: mostCommon(counts.executable, 0o755),
    folder: mostCommon(counts.folder, 0o755),
  };
  const folders = new Map([...state.folders].map(([path, found]) => [path, withoutDefaults(found, usual)]));
  return { ...state, usual, folders };
}

function withoutDefaults(found: FolderState, usual: DefaultModes): FolderState {
  const modes = Object.entries(found.modes).filter(
    ([, mode]) => mode !== (mode & 0o100 ? usual.executable : usual.file),
  );
  return { ...found, modes: Object.fromEntries(modes) };
}

function increment(counts: Map<number, number>, mode: number): void {
  counts.set(mode, (counts.get(mode) ?? 0) + 1);
}

function mostCommon(counts: ReadonlyMap<number, number>, otherwise: number): number {
  let [common, count] = [otherwise, 0];
  for (const [mode, found] of counts) if (found > count) [common, count] = [mode, found];
  return common;
}
