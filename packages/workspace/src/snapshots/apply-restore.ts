import {
  closeSync,
  constants,
  fchmodSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { systemErrorCode } from "@roo-code/types";
import { HeldFolder } from "../files/held-folder.ts";
import { type HeldEntry, HeldParents } from "../files/held-parents.ts";
import { tempNames } from "../files/temp-name.ts";
import type { BlobReader } from "./blob-reader.ts";
import { ancestors, type PlannedFile, type RestorePlan } from "./restore-plan.ts";
import { absent, nameOf, parentOf, stampOf } from "./tree-state.ts";

export interface AppliedRestore {
  readonly restored: string[];
  readonly removed: string[];
  readonly conflicts: { path: string; reason: string }[];
}

const link = "120000";
const changedDuringRestore = "it was changed during the restore";
const inNoSnapshot = "a file that is in no snapshot is in the way";
const yieldAfter = 200;

/** Errors that concern one file. Any other, such as a full disk, aborts the restore. */
const fileErrors: ReadonlySet<string> = new Set(
  "ENOTDIR EISDIR ENOTEMPTY EEXIST EACCES EPERM EBUSY ETXTBSY ENAMETOOLONG EINVAL".split(" "),
);

/**
 * Applies a plan file by file; each file is replaced atomically. A file whose stamp differs from `stamps` is left alone and
 * reported. Symbolic links in a path are never followed: every change happens through a handle on the parent folder.
 */
export class RestoreWork {
  readonly #root: string;
  readonly #plan: RestorePlan;
  readonly #stamps: ReadonlyMap<string, string>;
  readonly #created = new Set<string>();
  readonly #result: AppliedRestore = { restored: [], removed: [], conflicts: [] };
  /** Files are ordered by folder. Reopened after every yield. */
  readonly #parents = new HeldParents();
  #steps = 0;

  constructor(root: string, plan: RestorePlan, stamps: ReadonlyMap<string, string>) {
    this.#root = root;
    this.#plan = plan;
    this.#stamps = stamps;
  }

  async apply(blobs: BlobReader): Promise<AppliedRestore> {
    try {
      await this.#applyAll(blobs);
      return this.#result;
    } finally {
      this.#parents.close();
    }
  }

  async #applyAll(blobs: BlobReader): Promise<void> {
    for (const path of this.#plan.removals) await this.#step(path, () => this.#remove(path));
    for (const path of this.#plan.foldersToRemove) this.#removeFolder(path);
    for (const file of this.#plan.writes) {
      const content = await blobs.read(file.oid);
      await this.#step(file.path, () => this.#write(file, content));
    }
    for (const path of this.#plan.foldersToCreate) {
      await this.#step(path, () => this.#createFolder(path) && this.#result.restored.push(`${path}/`));
    }
    for (const [path, mode] of this.#plan.modes) await this.#step(path, () => this.#setMode(path, mode));
    for (const path of this.#created) await this.#step(path, () => this.#setFolderMode(path));
  }

  async #step(path: string, work: () => unknown): Promise<void> {
    this.#steps += 1;
    if (this.#steps % yieldAfter === 0) {
      await setImmediate();
      this.#parents.close();
    }
    try {
      work();
    } catch (error) {
      const code = systemErrorCode(error) ?? "";
      if (!fileErrors.has(code)) throw error;
      this.#reportConflict(path, `it cannot be replaced (${code})`);
    }
  }

  #remove(path: string): void {
    const entry = this.#entryAt(path);
    if (!this.#isUnchanged(path, entry) || !entry) return;
    unlinkSync(entry.folder.at(entry.name));
    this.#result.removed.push(path);
  }

  /** A folder that still contains files of no snapshot is kept. */
  #removeFolder(path: string): void {
    try {
      const entry = this.#entryAt(path);
      if (!entry) return;
      rmdirSync(entry.folder.at(entry.name));
      this.#result.removed.push(`${path}/`);
    } catch {
      // Not empty, or not permitted.
    }
  }

  #write(file: PlannedFile, content: Buffer): void {
    const { path } = file;
    const entry = this.#createFolder(parentOf(path)) && this.#entryAt(path);
    if (!entry || !this.#isUnchanged(path, entry)) return;
    const { folder, name } = entry;
    const { fresh } = tempNames(path);
    try {
      writeFresh(folder, fresh, { file, content });
      renameSync(folder.at(fresh), folder.at(name));
    } catch (error) {
      rmSync(folder.at(fresh), { force: true });
      throw error;
    }
    this.#result.restored.push(path);
  }

  #setMode(path: string, mode: number): void {
    const entry = this.#entryAt(path);
    const stat = entry?.folder.stat(entry.name);
    if (!entry || !stat || stat.isSymbolicLink()) return;
    const expected = stat.isDirectory() ? this.#plan.folderMode(path) : mode;
    if ((Number(stat.mode) & 0o7777) === expected) return;
    entry.folder.setMode(entry.name, expected);
    this.#result.restored.push(stat.isDirectory() ? `${path}/` : path);
  }

  #setFolderMode(path: string): void {
    const entry = this.#entryAt(path);
    entry?.folder.setMode(entry.name, this.#plan.folderMode(path));
  }

  /** Including its parents. False if something else is at that path. */
  #createFolder(path: string): boolean {
    if (path === "" || this.#isFolder(path)) return true;
    let parent = HeldFolder.open(this.#root);
    for (const folder of [...ancestors(path), path]) {
      using held = parent;
      const name = nameOf(folder);
      if (held.stat(name) === undefined) {
        mkdirSync(held.at(name));
        this.#created.add(folder);
      }
      if (!held.stat(name)?.isDirectory()) {
        this.#reportConflict(folder, inNoSnapshot);
        return false;
      }
      parent = held.enter(name);
    }
    parent.close();
    return true;
  }

  #isFolder(path: string): boolean {
    try {
      this.#parents.hold(join(this.#root, path));
      return true;
    } catch {
      return false;
    }
  }

  /** undefined if the folder does not exist or is reached through a link. */
  #entryAt(path: string): HeldEntry | undefined {
    try {
      return this.#parents.of(join(this.#root, path));
    } catch (error) {
      if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) return undefined;
      throw error;
    }
  }

  #isUnchanged(path: string, entry: HeldEntry | undefined): boolean {
    const expected = this.#stamps.get(path) ?? absent;
    if (stampOf(entry?.folder.stat(entry.name)) === expected) return true;
    this.#reportConflict(path, expected === absent ? inNoSnapshot : changedDuringRestore);
    return false;
  }

  #reportConflict(path: string, reason: string): void {
    if (this.#result.conflicts.some((conflict) => conflict.path === path)) return;
    this.#result.conflicts.push({ path, reason });
  }
}

const createNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

function writeFresh(folder: HeldFolder, name: string, { file, content }: { file: PlannedFile; content: Buffer }): void {
  try {
    if (file.kind === link) return symlinkSync(content, folder.at(name));
    const fresh = folder.openFile(name, createNew, 0o600);
    try {
      writeFileSync(fresh, content);
      fchmodSync(fresh, file.mode);
    } finally {
      closeSync(fresh);
    }
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
    // Left by a crash.
    rmSync(folder.at(name));
    writeFresh(folder, name, { file, content });
  }
}
