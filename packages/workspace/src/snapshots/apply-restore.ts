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
import { HeldParents, type HeldPlace } from "../files/held-parents.ts";
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
const changedMeanwhile = "it was changed while the restore was under way";
const inNoSnapshot = "something is there that is in no snapshot";
const breathAfter = 200;

/** Errors that say something about one file; others, such as a full disk, end the restore. */
const errorsOfOneFile: ReadonlySet<string> = new Set(
  "ENOTDIR EISDIR ENOTEMPTY EEXIST EACCES EPERM EBUSY ETXTBSY ENAMETOOLONG EINVAL".split(" "),
);

/**
 * Carries a plan out, file by file, each old or new and never half. A file that is not what `stamps` says it was is
 * left alone and named. No link on the way to a file is followed: each is changed in a folder that is held.
 */
export class RestoreWork {
  readonly #root: string;
  readonly #plan: RestorePlan;
  readonly #stamps: ReadonlyMap<string, string>;
  readonly #made = new Set<string>();
  readonly #result: AppliedRestore = { restored: [], removed: [], conflicts: [] };
  /** Files come folder by folder. Looked up again after each breath. */
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
    for (const path of this.#plan.foldersToMake) {
      await this.#step(path, () => this.#makeFolder(path) && this.#result.restored.push(`${path}/`));
    }
    for (const [path, mode] of this.#plan.modes) await this.#step(path, () => this.#setMode(path, mode));
    for (const path of this.#made) await this.#step(path, () => this.#setFolderMode(path));
  }

  async #step(path: string, work: () => unknown): Promise<void> {
    this.#steps += 1;
    if (this.#steps % breathAfter === 0) {
      await setImmediate();
      this.#parents.close();
    }
    try {
      work();
    } catch (error) {
      const code = systemErrorCode(error) ?? "";
      if (!errorsOfOneFile.has(code)) throw error;
      this.#leave(path, `the system does not let it be replaced (${code})`);
    }
  }

  #remove(path: string): void {
    const place = this.#placeOf(path);
    if (!this.#isAsExpected(path, place) || !place) return;
    unlinkSync(place.folder.at(place.name));
    this.#result.removed.push(path);
  }

  /** One that holds something that is in no snapshot stays. */
  #removeFolder(path: string): void {
    try {
      const place = this.#placeOf(path);
      if (!place) return;
      rmdirSync(place.folder.at(place.name));
      this.#result.removed.push(`${path}/`);
    } catch {
      // Not empty, or not ours to remove.
    }
  }

  #write(file: PlannedFile, content: Buffer): void {
    const { path } = file;
    const place = this.#makeFolder(parentOf(path)) && this.#placeOf(path);
    if (!place || !this.#isAsExpected(path, place)) return;
    const { folder, name } = place;
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
    const place = this.#placeOf(path);
    const stat = place?.folder.stat(place.name);
    if (!place || !stat || stat.isSymbolicLink()) return;
    const wanted = stat.isDirectory() ? this.#plan.folderMode(path) : mode;
    if ((Number(stat.mode) & 0o7777) === wanted) return;
    place.folder.setMode(place.name, wanted);
    this.#result.restored.push(stat.isDirectory() ? `${path}/` : path);
  }

  #setFolderMode(path: string): void {
    const place = this.#placeOf(path);
    place?.folder.setMode(place.name, this.#plan.folderMode(path));
  }

  /** With those above it. False where something else is in the way. */
  #makeFolder(path: string): boolean {
    if (path === "" || this.#isFolder(path)) return true;
    let parent = HeldFolder.open(this.#root);
    for (const folder of [...ancestors(path), path]) {
      using held = parent;
      const name = nameOf(folder);
      if (held.stat(name) === undefined) {
        mkdirSync(held.at(name));
        this.#made.add(folder);
      }
      if (!held.stat(name)?.isDirectory()) {
        this.#leave(folder, inNoSnapshot);
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

  /** undefined where the folder is not there, or a link leads to it. */
  #placeOf(path: string): HeldPlace | undefined {
    try {
      return this.#parents.of(join(this.#root, path));
    } catch (error) {
      if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) return undefined;
      throw error;
    }
  }

  #isAsExpected(path: string, place: HeldPlace | undefined): boolean {
    const expected = this.#stamps.get(path) ?? absent;
    if (stampOf(place?.folder.stat(place.name)) === expected) return true;
    this.#leave(path, expected === absent ? inNoSnapshot : changedMeanwhile);
    return false;
  }

  #leave(path: string, reason: string): void {
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
    // What a crash left.
    rmSync(folder.at(name));
    writeFresh(folder, name, { file, content });
  }
}
