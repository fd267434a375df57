import { execFile } from "node:child_process";
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { createFolders } from "../../files/create-folders.ts";
import { readHeldFile } from "../../files/held-file.ts";
import { HeldFolder } from "../../files/held-folder.ts";
import { removeEntryNow } from "../../files/remove-entry.ts";
import { tempNames } from "../../files/temp-name.ts";
import { type OverlayPrograms, overlayCommand } from "../launch-scripts.ts";
import { type OverlayChange, overlayChanges } from "./overlay-changes.ts";

const maxFolders = 2000;

/** A copy of a folder for one command, whose changes go to a separate layer. */
export class OverlayLayer {
  readonly #folder: string;
  readonly #root: string;
  readonly #programs: OverlayPrograms;

  /** `folder` contains the folders `upper`, `work` and `merged`. */
  constructor(options: { folder: string; root: string; programs: OverlayPrograms }) {
    this.#folder = options.folder;
    this.#root = options.root;
    this.#programs = options.programs;
  }

  /** Where the copy is mounted within `command`. */
  get merged(): string {
    return join(this.#folder, "merged");
  }

  /** The arguments that start a command which sees the copy. */
  command(command: readonly string[]): readonly string[] {
    const { merged } = this;
    const [upper, work] = [join(this.#folder, "upper"), join(this.#folder, "work")];
    return overlayCommand({ lower: this.#root, upper, work, merged, programs: this.#programs, command });
  }

  /** Applies the permitted changes and discards the rest. Returns the discarded paths. */
  async keep(mayWrite: (path: string) => boolean): Promise<readonly string[]> {
    const upper = join(this.#folder, "upper");
    try {
      const shownIn = (folders: readonly string[]) => this.#shownIn(folders);
      const changes = await overlayChanges({ lower: this.#root, upper, shownIn });
      return keepChanges({ root: this.#root, upper, changes, mayWrite });
    } finally {
      removeLayer(this.#folder);
    }
  }

  async #shownIn(folders: readonly string[]): Promise<ReadonlySet<string>> {
    const list = 'cd "$0" && find "$@" -mindepth 1 -maxdepth 1 -print0';
    const names = folders.slice(0, maxFolders).map((folder) => `./${folder}`);
    const [program = "", ...rest] = this.command(["/bin/sh", "-c", list, this.merged, ...names]);
    const output = await new Promise<string>((resolve, reject) => {
      execFile(program, rest, { maxBuffer: 64 * 1024 ** 2 }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      );
    });
    return new Set(output.split("\0").map((path) => path.slice(2)));
  }
}

interface KeepRequest {
  /** With all links resolved. */
  readonly root: string;
  readonly upper: string;
  readonly changes: readonly OverlayChange[];
  readonly mayWrite: (path: string) => boolean;
}

/** Larger files count as changed. */
const maxComparedBytes = 64 * 1024 ** 2;

/**
 * Applies the permitted changes without following any link in the workspace, whenever it was created. Returns the paths of
 * the others.
 * @internal
 */
export function keepChanges({ root, upper, changes, mayWrite }: KeepRequest): readonly string[] {
  const dropped: string[] = [];
  for (const { kind, path } of changes) {
    const [from, to] = [join(upper, path), join(root, path)];
    if (kind === "folder" || (kind === "write" && isSame(from, to))) continue;
    if (!mayWrite(path) || !(kind === "delete" ? remove(to) : write({ from, to, fresh: tempNames(path).fresh })))
      dropped.push(path);
  }
  return dropped;
}

function remove(path: string): boolean {
  try {
    using folder = HeldFolder.open(dirname(path));
    removeEntryNow(folder, basename(path));
    return true;
  } catch (error) {
    return systemErrorCode(error) === "ENOENT";
  }
}

function write({ from, to, fresh }: { from: string; to: string; fresh: string }): boolean {
  try {
    using folder = createFolders(dirname(to)).folder;
    if (folder.stat(fresh)) removeEntryNow(folder, fresh);
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), folder.at(fresh));
    else copyFileSync(from, folder.at(fresh), constants.COPYFILE_EXCL);
    const name = basename(to);
    if (folder.stat(name)?.isDirectory()) removeEntryNow(folder, name);
    renameSync(folder.at(fresh), folder.at(name));
    return true;
  } catch {
    return false;
  }
}

/** A file that was only opened for writing is in the layer, too. */
function isSame(from: string, to: string): boolean {
  try {
    using folder = HeldFolder.open(dirname(to));
    const name = basename(to);
    const [one, other] = [lstatSync(from, { bigint: true }), folder.stat(name)];
    if (!other || one.mode !== other.mode || one.size !== other.size) return false;
    if (one.isSymbolicLink()) return readlinkSync(from) === readlinkSync(folder.at(name));
    if (!one.isFile() || one.size > maxComparedBytes) return false;
    return readHeldFile(folder, name)?.equals(readFileSync(from)) ?? false;
  } catch {
    return false;
  }
}

/** Removes a folder with `work` in it, where the kernel leaves an inaccessible folder. Best effort. */
export function removeLayer(folder: string): void {
  try {
    const closed = join(folder, "work", "work");
    if (existsSync(closed)) chmodSync(closed, 0o700);
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // What a command made unreadable for itself stays until the parent folder is removed.
  }
}
