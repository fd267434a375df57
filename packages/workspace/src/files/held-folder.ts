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

/** A name below this is looked up in the folder that is open, even if the folder's own path now leads elsewhere. */
const handles = "/proc/self/fd";
const hasHandles = process.platform === "linux" && existsSync(handles);
/** Linux only: a handle on a path without opening it. Needs no read permission, and never blocks. */
const O_PATH = 0o10000000;
const folderFlags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * A handle on a folder that was reached without following a link: replacing a part of its path by a link
 * has no effect any more. Close it, or declare it with `using`.
 *
 * Such handles exist only on Linux. Elsewhere the folder's path is checked before and after each use, which leaves a short
 * window.
 */
export class HeldFolder implements Disposable {
  readonly #path: string;
  /** Either this or `#found`. */
  readonly #file: number | undefined;
  readonly #found: BigIntStats | undefined;
  #isClosed = false;

  private constructor(place: string | number) {
    this.#path = typeof place === "number" ? `${handles}/${place}` : place;
    this.#file = typeof place === "number" ? place : undefined;
    this.#found = typeof place === "number" ? undefined : statFolder(place);
  }

  /** Takes an absolute path. Throws ENOENT or ENOTDIR, the latter also if a part of it is a link. */
  static open(path: string): HeldFolder {
    if (!hasHandles) return new HeldFolder(path);
    const file = openSync(path, folderFlags);
    if (placeOf(file) === path) return new HeldFolder(file);
    closeSync(file);
    // It was reached through a link, or the file system ignores case and spells it differently.
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

  /** For calls that take a folder. Valid until it is closed, and only in this process. */
  get path(): string {
    this.#requireSame();
    return this.#path;
  }

  /** For calls that take a path and do not follow a link of this name. */
  at(name: string): string {
    return `${this.path}/${name}`;
  }

  /** Throws like `open`. */
  enter(name: string): HeldFolder {
    return new HeldFolder(hasHandles ? openSync(this.at(name), folderFlags) : this.at(name));
  }

  /** Follows no link (ELOOP), and does not block on a pipe. The caller closes it. */
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

  /** Of a link, the link itself; undefined if it does not exist. */
  stat(name: string): BigIntStats | undefined {
    return lstatSync(this.at(name), { bigint: true, throwIfNoEntry: false });
  }

  /** Does nothing for a link. */
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

/** The folder that contains a file, and the file's name. */
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
