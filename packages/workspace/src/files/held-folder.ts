import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
} from "node:fs";
import { basename, dirname, parse, relative, sep } from "node:path";
import type { ConfinedPath } from "./confine.ts";

/** A name looked up below this is looked up in the very folder that is open, wherever the folder's own name leads now. */
const handles = "/proc/self/fd";
const hasHandles = process.platform === "linux" && existsSync(handles);
/** Of Linux: holds a place without opening what is there. Needs no permission to read it, and never waits. */
const O_PATH = 0o10000000;
const folderFlags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * A folder that was found without following a link and is used as that one: to swap a name on the way to it for a link
 * changes nothing any more. Close it, or declare it with `using`.
 *
 * Only Linux lends such handles. Elsewhere the folder's path is looked at before and after a use, which leaves a moment
 * between.
 */
export class HeldFolder implements Disposable {
  readonly #path: string;
  /** One of the two. */
  readonly #file: number | undefined;
  readonly #found: BigIntStats | undefined;
  #isClosed = false;

  private constructor(place: string | number) {
    this.#path = typeof place === "number" ? `${handles}/${place}` : place;
    this.#file = typeof place === "number" ? place : undefined;
    this.#found = typeof place === "number" ? undefined : statFolder(place);
  }

  /** Takes an absolute path. Throws the system's ENOENT or ENOTDIR, the latter also where a part of it is a link. */
  static open(path: string): HeldFolder {
    if (!hasHandles) return new HeldFolder(path);
    const file = openSync(path, folderFlags);
    if (placeOf(file) === path) return new HeldFolder(file);
    closeSync(file);
    // It is elsewhere, or on a file system that does not tell A from a and spells it differently.
    return HeldFolder.#openByStep(path);
  }

  static #openByStep(path: string): HeldFolder {
    const { root } = parse(path);
    let folder = new HeldFolder(openSync(root, folderFlags));
    for (const name of relative(root, path).split(sep)) {
      using parent = folder;
      folder = parent.enter(name);
    }
    return folder;
  }

  /** For calls that take a folder. Holds until it is closed, and in this process alone. */
  get path(): string {
    this.#requireSame();
    return this.#path;
  }

  /** For calls that take a path, and do not follow a link of this name. */
  at(name: string): string {
    return `${this.path}/${name}`;
  }

  /** Throws as `open` does. */
  enter(name: string): HeldFolder {
    return new HeldFolder(hasHandles ? openSync(this.at(name), folderFlags) : this.at(name));
  }

  /** Follows no link (ELOOP), and does not wait for the other end of a pipe. The caller closes it. */
  openFile(name: string, flags: number = constants.O_RDONLY, mode?: number): number {
    const file = openSync(this.at(name), flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode);
    try {
      this.#requireSame();
      return file;
    } catch (error) {
      closeSync(file);
      throw error;
    }
  }

  /** Of a link, itself; undefined where nothing is. */
  stat(name: string): BigIntStats | undefined {
    return lstatSync(this.at(name), { bigint: true, throwIfNoEntry: false });
  }

  /** Leaves a link, and what it leads to, as they are. */
  setMode(name: string, mode: number): void {
    if (!hasHandles) return chmodSync(this.at(name), mode);
    const entry = openSync(this.at(name), O_PATH | constants.O_NOFOLLOW);
    try {
      if (!fstatSync(entry).isSymbolicLink()) chmodSync(`${handles}/${entry}`, mode);
    } finally {
      closeSync(entry);
    }
  }

  /** Of the folder. */
  statSelf(): BigIntStats {
    return this.#file === undefined ? statFolder(this.path) : lstatSync(`${this.path}/.`, { bigint: true });
  }

  /** May be called twice. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#file !== undefined) closeSync(this.#file);
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #requireSame(): void {
    if (this.#isClosed) throw new TypeError("The folder is not held any more");
    if (!this.#found) return;
    const now = statFolder(this.#path);
    if (now.ino !== this.#found.ino || now.dev !== this.#found.dev) throw notAFolder(this.#path);
  }
}

/** The folder that a file is in, with the file's name there. */
export function holdParent({ absolute }: Pick<ConfinedPath, "absolute">): { folder: HeldFolder; name: string } {
  return { folder: HeldFolder.open(dirname(absolute)), name: basename(absolute) };
}

function placeOf(file: number): string | undefined {
  try {
    return readlinkSync(`${handles}/${file}`);
  } catch {
    return undefined;
  }
}

function statFolder(path: string): BigIntStats {
  const stat = lstatSync(path, { bigint: true });
  if (!stat.isDirectory() || realpathSync.native(path) !== path) throw notAFolder(path);
  return stat;
}

function notAFolder(path: string): Error {
  return Object.assign(new Error(`ENOTDIR: not a directory, open '${path}'`), { code: "ENOTDIR", syscall: "open" });
}
