import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname } from "node:path";
import { promisify } from "node:util";
import type { FileChange } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import type { ConfinedPath } from "./confine.ts";
import { createFolders, removeFolders } from "./create-folders.ts";
import { errorCode } from "./file-failure.ts";
import { copyHeldFile } from "./held-file.ts";
import { HeldFolder, holdParent } from "./held-folder.ts";
import { tempNames } from "./temp-name.ts";

export interface ConfinedChange extends Pick<FileChange, "before" | "content"> {
  readonly path: ConfinedPath;
  readonly movedFrom?: ConfinedPath;
}

const createNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * A change of one file: staged next to it, committed by one rename, or rolled back. Everything happens in the folder
 * that was opened first, so that nothing can end up elsewhere. Close it.
 */
export class StagedChange {
  readonly path: ConfinedPath;
  readonly before: string | null;
  readonly content: Uint8Array | null;
  readonly #name: string;
  readonly #movedFrom: ConfinedPath | undefined;
  readonly #temp: { fresh: string; old: string };
  #held: HeldFolder | undefined;
  #newFolders: readonly string[] = [];
  #original: BigIntStats | undefined;
  #stagedInode: bigint | undefined;
  #isCommitted = false;

  constructor(change: ConfinedChange) {
    this.path = change.path;
    this.#name = basename(change.path.absolute);
    this.before = change.before;
    this.content = change.content;
    this.#movedFrom = change.movedFrom;
    this.#temp = tempNames(change.path.relative);
  }

  /** Writes and syncs the new content; the file itself is not changed. */
  async stage(): Promise<void> {
    if (this.content !== null) this.#createFolder();
    this.#original = this.#folder.stat(this.#name);
    if (this.#original) accessSync(this.#folder.at(this.#name), constants.W_OK);
    if (this.content === null) return;
    const model = this.#original ?? (this.#movedFrom && statOf(this.#movedFrom));
    const file = openSync(this.#folder.at(this.#temp.fresh), createNew, model ? 0o600 : 0o666);
    try {
      writeFileSync(file, this.content);
      if (model) copyOwnerAndMode(file, model);
      this.#stagedInode = fstatSync(file, { bigint: true }).ino;
      await sync(file);
    } finally {
      closeSync(file);
    }
  }

  /** Keeps the old content until `clean`, so that `rollBack` can restore it. */
  keepOld(): void {
    if (!this.#original) return;
    const old = this.#folder.at(this.#temp.old);
    // Some file systems have no hard links.
    try {
      linkSync(this.#folder.at(this.#name), old);
    } catch {
      copyHeldFile(this.#folder, this.#name, old);
    }
  }

  commit(): void {
    if (this.content === null) unlinkSync(this.#folder.at(this.#name));
    else this.#renameFresh();
    this.#isCommitted = true;
  }

  rollBack(): void {
    if (!this.#isCommitted) return;
    const file = this.#folder.at(this.#name);
    if (this.#original) renameSync(this.#folder.at(this.#temp.old), file);
    else remove(file);
  }

  /** Removes temporary files of this change, or of one that crashed before it. */
  clean(): void {
    try {
      remove(this.#folder.at(this.#temp.fresh));
      remove(this.#folder.at(this.#temp.old));
    } catch (error) {
      if (errorCode(error) !== "ENOENT" && errorCode(error) !== "ENOTDIR") throw error;
    }
  }

  /** Otherwise a power cut could lose a rename that the task's log already reports. */
  async sync(): Promise<void> {
    const file = openSync(this.#folder.path, "r");
    try {
      await sync(file);
    } finally {
      closeSync(file);
    }
  }

  /** After a roll-back: removes folders created only for this file. */
  removeNewFolders(): void {
    removeFolders(this.#newFolders);
  }

  close(): void {
    this.#held?.close();
  }

  get #folder(): HeldFolder {
    this.#held ??= HeldFolder.open(dirname(this.path.absolute));
    return this.#held;
  }

  #createFolder(): void {
    if (this.#held) return;
    try {
      const { folder, created } = createFolders(dirname(this.path.absolute));
      this.#held = folder;
      this.#newFolders = created;
    } catch (error) {
      if (errorCode(error) !== "EEXIST" && errorCode(error) !== "ENOTDIR") throw error;
      throw new ToolFailure("not_a_directory", `"${this.path.given}" cannot be created: a part of its path is a file.`);
    }
  }

  #renameFresh(): void {
    const fresh = this.#folder.at(this.#temp.fresh);
    // Another process writing the same file uses the same temporary name: never rename its incomplete content.
    if (lstatSync(fresh, { bigint: true }).ino !== this.#stagedInode) {
      throw new ToolFailure("file_changed", `Another program is writing "${this.path.given}" now. Read it again.`);
    }
    renameSync(fresh, this.#folder.at(this.#name));
  }
}

function statOf(path: ConfinedPath): BigIntStats | undefined {
  try {
    const { folder, name } = holdParent(path);
    using parent = folder;
    return parent.stat(name);
  } catch {
    return undefined;
  }
}

/** The only step that may be slow; the others are faster than handing them to another thread. */
const sync = promisify(fsync);

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}

function copyOwnerAndMode(file: number, original: BigIntStats): void {
  const [uid, gid] = [Number(original.uid), Number(original.gid)];
  const isOurs = uid === process.geteuid?.() && gid === process.getegid?.();
  // Only root may change owners; for other users the new file is theirs, as with any editor.
  if (!isOurs) attempt(() => fchownSync(file, uid, gid));
  fchmodSync(file, Number(original.mode) & 0o7777);
}

function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // Not permitted.
  }
}
