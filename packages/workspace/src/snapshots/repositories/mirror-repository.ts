import { type BigIntStats, chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { systemErrorCode } from "@roo-code/types";
import type { HeldFolder } from "../../files/held-folder.ts";
import type { HeldPlace } from "../../files/held-parents.ts";
import { placeBack, placeCopy } from "./place-copy.ts";

const breathAfter = 500;
/** A change within this time may leave no trace in a folder's time. */
const coarsestTickMs = 2000;

/** Folders of objects that a mirror was found to agree with, by their stamps then. */
export type KnownFolders = Map<string, string>;

interface Mirrored {
  /** Of the workspace. */
  readonly from: HeldFolder;
  /** By which that is known. */
  readonly path: string;
  readonly to: string;
  readonly areObjects: boolean;
}

/** Makes a folder of ours what a repository's is, by what differs. Throws where the system does not let it. */
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
    const wanted = entriesOf(from.path).filter(({ name }) => !isTransient(name));
    makeFolder(to, Number(stat.mode));
    const there = new Map(entriesOf(to).map((entry) => [entry.name, entry]));
    const kept = new Map(wanted.map((entry) => [entry.name, entry]));
    for (const [name, entry] of there) {
      if (!isSameKind(entry, kept.get(name))) rmSync(join(to, name), { recursive: true, force: true });
    }
    for (const entry of wanted) {
      await this.#entry(entry, { from, path, to, areObjects }, isSameKind(entry, there.get(entry.name)));
    }
    if (stamp !== undefined && !wanted.some((entry) => entry.isDirectory())) this.#known.set(path, stamp);
  }

  async #entry(entry: Dirent, { from, path, to, areObjects }: Mirrored, isThere: boolean): Promise<void> {
    this.#steps += 1;
    if (this.#steps % breathAfter === 0) await setImmediate();
    const { name } = entry;
    try {
      if (entry.isDirectory()) {
        using folder = from.enter(name);
        const isObjects = areObjects || name === "objects";
        return await this.update({ from: folder, path: join(path, name), to: join(to, name), areObjects: isObjects });
      }
      if (!entry.isFile() && !entry.isSymbolicLink()) return;
      if (isThere && (areObjects || isSame(from.stat(name), join(to, name)))) return;
      if (isThere) rmSync(join(to, name));
      placeCopy({ folder: from, name }, join(to, name), { isObject: areObjects });
    } catch (error) {
      // Git took it away while we looked.
      if (systemErrorCode(error) !== "ENOENT") throw error;
    }
  }
}

/** Writes what is missing; what is there stays as it is. */
export function fillRepository(from: string, { folder, name }: HeldPlace, areObjects: boolean): void {
  const stat = lstatSync(from);
  const found = folder.stat(name);
  if (!stat.isDirectory()) {
    if (!found) placeBack(from, { folder, name }, { isObject: areObjects });
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

/** What git is writing at the moment, or was when it was killed. */
function isTransient(name: string): boolean {
  return name.endsWith(".lock") || name.startsWith("tmp_");
}

/**
 * In an order in which git's own changes do no harm: whoever names objects before the objects, and packs, into which
 * they may move meanwhile, last of them.
 */
function entriesOf(folder: string): Dirent[] {
  const rank = ({ name }: Dirent): number => (name === "objects" || name === "pack" ? 1 : 0);
  return readdirSync(folder, { withFileTypes: true }).sort((left, right) => rank(left) - rank(right));
}

function makeFolder(path: string, mode: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found) return;
  mkdirSync(path);
  chmodSync(path, mode & 0o7777);
}

function isSameKind(one: Dirent, other: Dirent | undefined): boolean {
  if (!other) return false;
  return one.isDirectory() === other.isDirectory() && one.isSymbolicLink() === other.isSymbolicLink();
}

/** By what the system says: a copy has the times of what it was made of. */
function isSame(one: BigIntStats | undefined, to: string): boolean {
  const other = lstatSync(to, { bigint: true });
  if (!one) return false;
  if (one.ino === other.ino && one.dev === other.dev) return true;
  const differsMs = Math.abs(Number(one.mtimeNs - other.mtimeNs)) / 1e6;
  return one.size === other.size && differsMs < 1 && one.mode === other.mode;
}

function folderStamp(stat: BigIntStats): string | undefined {
  return Date.now() - Number(stat.mtimeMs) > coarsestTickMs ? `${stat.ino}-${stat.mtimeNs}` : undefined;
}
