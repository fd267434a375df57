import { type BigIntStats, chmodSync, type Dirent, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { systemErrorCode } from "@roo-code/types";
import { placeCopy } from "./place-copy.ts";

const breathAfter = 500;
/** A change within this time may leave no trace in a folder's time. */
const coarsestTickMs = 2000;

/** Folders of objects that a mirror was found to agree with, by their stamps then. */
export type KnownFolders = Map<string, string>;

interface Pair {
  readonly from: string;
  readonly to: string;
  readonly areObjects: boolean;
}

/** Makes one repository's folder what another is, by what differs. Throws where the system does not let it. */
export class RepositoryMirror {
  readonly #known: KnownFolders;
  #steps = 0;

  constructor(known: KnownFolders) {
    this.#known = known;
  }

  async update({ from, to, areObjects }: Pair): Promise<void> {
    const stat = lstatSync(from, { bigint: true });
    const stamp = areObjects ? folderStamp(stat) : undefined;
    if (stamp !== undefined && this.#known.get(from) === stamp) return;
    const wanted = entriesOf(from).filter(({ name }) => !isTransient(name));
    makeFolder(to, Number(stat.mode));
    const there = new Map(entriesOf(to).map((entry) => [entry.name, entry]));
    const kept = new Map(wanted.map((entry) => [entry.name, entry]));
    for (const [name, entry] of there) {
      if (!isSameKind(entry, kept.get(name))) rmSync(join(to, name), { recursive: true, force: true });
    }
    for (const entry of wanted) {
      const pair = { from: join(from, entry.name), to: join(to, entry.name), areObjects };
      await this.#entry(entry, pair, isSameKind(entry, there.get(entry.name)));
    }
    if (stamp !== undefined && !wanted.some((entry) => entry.isDirectory())) this.#known.set(from, stamp);
  }

  async #entry(entry: Dirent, { from, to, areObjects }: Pair, isThere: boolean): Promise<void> {
    this.#steps += 1;
    if (this.#steps % breathAfter === 0) await setImmediate();
    if (entry.isDirectory()) return this.update({ from, to, areObjects: areObjects || entry.name === "objects" });
    if (!entry.isFile() && !entry.isSymbolicLink()) return;
    try {
      if (isThere && (areObjects || isSame(from, to))) return;
      if (isThere) rmSync(to);
      placeCopy(from, to, { isObject: areObjects });
    } catch (error) {
      // Git took it away while we looked.
      if (systemErrorCode(error) !== "ENOENT") throw error;
    }
  }
}

/** Writes what is missing; what is there stays as it is. */
export function fillRepository({ from, to, areObjects }: Pair): void {
  const stat = lstatSync(from);
  if (stat.isDirectory()) {
    makeFolder(to, stat.mode);
    for (const { name } of entriesOf(from)) {
      fillRepository({ from: join(from, name), to: join(to, name), areObjects: areObjects || name === "objects" });
    }
  } else if (lstatSync(to, { throwIfNoEntry: false }) === undefined) {
    placeCopy(from, to, { isObject: areObjects });
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
function isSame(from: string, to: string): boolean {
  const [one, other] = [lstatSync(from), lstatSync(to)];
  if (one.ino === other.ino && one.dev === other.dev) return true;
  return one.size === other.size && Math.abs(one.mtimeMs - other.mtimeMs) < 1 && one.mode === other.mode;
}

function folderStamp(stat: BigIntStats): string | undefined {
  return Date.now() - Number(stat.mtimeMs) > coarsestTickMs ? `${stat.ino}-${stat.mtimeNs}` : undefined;
}
