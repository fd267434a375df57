import {
  type BigIntStats,
  chmodSync,
  lstatSync,
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
import { tempPaths } from "../temp-name.ts";
import type { BlobReader } from "./blob-reader.ts";
import { ancestors, type PlannedFile, type RestorePlan } from "./restore-plan.ts";
import { parentOf } from "./tree-state.ts";

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
 * left alone and named. No link on the way to a file is followed.
 */
export class RestoreWork {
  readonly #root: string;
  readonly #plan: RestorePlan;
  readonly #stamps: ReadonlyMap<string, string>;
  readonly #made = new Set<string>();
  readonly #result: AppliedRestore = { restored: [], removed: [], conflicts: [] };
  #steps = 0;
  /** Found to be a real folder since the last breath: files come folder by folder. */
  #checkedFolder = "";

  constructor(root: string, plan: RestorePlan, stamps: ReadonlyMap<string, string>) {
    this.#root = root;
    this.#plan = plan;
    this.#stamps = stamps;
  }

  async apply(blobs: BlobReader): Promise<AppliedRestore> {
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
    for (const path of this.#made) chmodSync(join(this.#root, path), this.#plan.folderMode(path));
    return this.#result;
  }

  async #step(path: string, work: () => unknown): Promise<void> {
    this.#steps += 1;
    if (this.#steps % breathAfter === 0) {
      await setImmediate();
      this.#checkedFolder = "";
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
    if (!this.#isAsExpected(path)) return;
    unlinkSync(join(this.#root, path));
    this.#result.removed.push(path);
  }

  /** One that holds something that is in no snapshot stays. */
  #removeFolder(path: string): void {
    try {
      if (!this.#isRealFolder(path)) return;
      rmdirSync(join(this.#root, path));
      this.#result.removed.push(`${path}/`);
    } catch {
      // Not empty, or not ours to remove.
    }
  }

  #write(file: PlannedFile, content: Buffer): void {
    const { path } = file;
    if (!this.#makeFolder(parentOf(path)) || !this.#isAsExpected(path)) return;
    const absolute = join(this.#root, path);
    const { fresh } = tempPaths({ absolute, relative: path, given: path });
    try {
      writeFresh(fresh, file, content);
      renameSync(fresh, absolute);
    } catch (error) {
      rmSync(fresh, { force: true });
      throw error;
    }
    this.#result.restored.push(path);
  }

  #setMode(path: string, mode: number): void {
    const stat = statOf(join(this.#root, path));
    if (!stat || stat.isSymbolicLink() || !ancestors(path).every((folder) => this.#isRealFolder(folder))) return;
    const wanted = stat.isDirectory() ? this.#plan.folderMode(path) : mode;
    if ((Number(stat.mode) & 0o7777) === wanted) return;
    chmodSync(join(this.#root, path), wanted);
    this.#result.restored.push(stat.isDirectory() ? `${path}/` : path);
  }

  /** With those above it. False where something else is in the way. */
  #makeFolder(path: string): boolean {
    if (path === "" || path === this.#checkedFolder) return true;
    for (const folder of [...ancestors(path), path]) {
      const absolute = join(this.#root, folder);
      if (statOf(absolute) === undefined) {
        mkdirSync(absolute);
        this.#made.add(folder);
      }
      if (statOf(absolute)?.isDirectory()) continue;
      this.#leave(folder, inNoSnapshot);
      return false;
    }
    this.#checkedFolder = path;
    return true;
  }

  #isRealFolder(path: string): boolean {
    return [...ancestors(path), path].every((folder) => statOf(join(this.#root, folder))?.isDirectory());
  }

  #isAsExpected(path: string): boolean {
    const expected = this.#stamps.get(path) ?? absent;
    if (fileStamp(join(this.#root, path)) === expected) return true;
    this.#leave(path, expected === absent ? inNoSnapshot : changedMeanwhile);
    return false;
  }

  #leave(path: string, reason: string): void {
    if (this.#result.conflicts.some((conflict) => conflict.path === path)) return;
    this.#result.conflicts.push({ path, reason });
  }
}

function writeFresh(fresh: string, file: PlannedFile, content: Buffer): void {
  try {
    if (file.kind === link) return symlinkSync(content, fresh);
    writeFileSync(fresh, content, { flag: "wx", mode: 0o600 });
    chmodSync(fresh, file.mode);
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
    // What a crash left.
    rmSync(fresh);
    writeFresh(fresh, file, content);
  }
}

/** The stamp of a path where nothing is. */
export const absent = "";

/** Changes whenever a file's content, permissions or identity do. */
export function fileStamp(path: string): string {
  const stat = statOf(path);
  return stat ? `${stat.ino}-${stat.size}-${stat.mtimeNs}-${stat.ctimeNs}-${stat.mode}` : absent;
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (systemErrorCode(error) === "ENOTDIR") return undefined;
    throw error;
  }
}
