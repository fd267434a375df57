import { type BigIntStats, chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { systemErrorCode } from "@roo-code/types";
import type { HeldFolder } from "../../files/held-folder.ts";
import type { HeldEntry } from "../../files/held-parents.ts";
import { isSettled } from "../../files/is-settled.ts";
import { copyBack, copyToStore } from "./copy-entry.ts";

const yieldAfter = 500;

/** Object folders known to match their mirror, with their stamps at that time. */
export type KnownFolders = Map<string, string>;

interface Mirrored {
  /** In the workspace. */
  readonly from: HeldFolder;
  /** The folder's path, as a key. */
  readonly path: string;
  readonly to: string;
  readonly areObjects: boolean;
}

/** Updates a folder of the store to match a repository's. Throws on errors of the file system. */
export class RepositoryMirror {
  readonly #known: KnownFolders;
  #steps = 0;

  constructor(known: KnownFolders) {
    this.#known = known;
  }

  async update({ from, path, to, areObjects }: Mirrored): Promise<void> {
    const stat = from.statSelf();
    const stamp = areObjects ? folderStamp(stat) : undefined;
    if (stamp !== undefined && this.#known.get(path) === stamp) return;
    const entries = entriesOf(from.path).filter(({ name }) => !isTransient(name));
    createFolder(to, Number(stat.mode));
    const existing = new Map(entriesOf(to).map((entry) => [entry.name, entry]));
    const kept = new Map(entries.map((entry) => [entry.name, entry]));
    for (const [name, entry] of existing) {
      if (!isSameKind(entry, kept.get(name))) rmSync(join(to, name), { recursive: true, force: true });
    }
    for (const entry of entries) {
      await this.#entry(entry, { from, path, to, areObjects }, isSameKind(entry, existing.get(entry.name)));
    }
    if (stamp !== undefined && !entries.some((entry) => entry.isDirectory())) this.#known.set(path, stamp);
  }

  async #entry(entry: Dirent, { from, path, to, areObjects }: Mirrored, exists: boolean): Promise<void> {
    this.#steps += 1;
    if (this.#steps % yieldAfter === 0) await setImmediate();
    const { name } = entry;
    try {
      if (entry.isDirectory()) {
        using folder = from.enter(name);
        const isObjects = areObjects || name === "objects";
        return await this.update({ from: folder, path: join(path, name), to: join(to, name), areObjects: isObjects });
      }
      if (!entry.isFile() && !entry.isSymbolicLink()) return;
      if (exists && (areObjects || isSame(from.stat(name), join(to, name)))) return;
      if (exists) rmSync(join(to, name));
      copyToStore({ folder: from, name }, join(to, name), { isObject: areObjects });
    } catch (error) {
      // Removed by git in the meantime.
      if (systemErrorCode(error) !== "ENOENT") throw error;
    }
  }
}

/** Writes missing files; existing ones are kept. */
export function fillRepository(from: string, { folder, name }: HeldEntry, areObjects: boolean): void {
  const stat = lstatSync(from);
  const found = folder.stat(name);
  if (!stat.isDirectory()) {
    if (!found) copyBack(from, { folder, name }, { isObject: areObjects });
    return;
  }
  if (!found) {
    mkdirSync(folder.at(name));
    folder.setMode(name, stat.mode & 0o7777);
  }
  using inner = folder.enter(name);
  for (const entry of entriesOf(from)) {
    fillRepository(join(from, entry.name), { folder: inner, name: entry.name }, areObjects || entry.name === "objects");
  }
}

/** Files that git is writing, or was writing when it was killed. */
function isTransient(name: string): boolean {
  return name.endsWith(".lock") || name.startsWith("tmp_");
}

/**
 * Ordered so that concurrent changes by git do no harm: references before the objects they name, and packs, into which
 * objects may move meanwhile, last.
 */
function entriesOf(folder: string): Dirent[] {
  const rank = ({ name }: Dirent): number => (name === "objects" || name === "pack" ? 1 : 0);
  return readdirSync(folder, { withFileTypes: true }).sort((left, right) => rank(left) - rank(right));
}

function createFolder(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found) return;
  mkdirSync(path);
  chmodSync(path, mode & 0o7777);
}

function isSameKind(one: Dirent, other: Dirent | undefined): boolean {
  if (!other) return false;
  return one.isDirectory() === other.isDirectory() && one.isSymbolicLink() === other.isSymbolicLink();
}

/** Compares metadata: a copy has the times of its original. */
function isSame(one: BigIntStats | undefined, to: string): boolean {
  const other = lstatSync(to, { bigint: true });
  if (!one) return false;
  if (one.ino === other.ino && one.dev === other.dev) return true;
  const differenceMs = Math.abs(Number(one.mtimeNs - other.mtimeNs)) / 1e6;
  return one.size === other.size && differenceMs < 1 && one.mode === other.mode;
}

function folderStamp(stat: BigIntStats): string | undefined {
  return isSettled(stat, Date.now()) ? `${stat.ino}-${stat.mtimeNs}` : undefined;
}
