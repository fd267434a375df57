import { type BigIntStats, constants, lstatSync } from "node:fs";
import { access, type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { FileChange } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import type { ConfinedPath } from "./confine.ts";
import { errorCode } from "./file-failure.ts";
import { copyHeldFile } from "./held-file.ts";
import { HeldFolder, holdParent } from "./held-folder.ts";
import { makeFolders, removeFolders } from "./make-folders.ts";
import { tempNames } from "./temp-name.ts";

export interface ConfinedChange extends Pick<FileChange, "before" | "content"> {
  readonly path: ConfinedPath;
  readonly movedFrom?: ConfinedPath;
}

const createNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/**
 * One file's change on its way: staged beside the file, committed by one rename, or taken back. All of it in the folder
 * that was held first, so that nothing of it can end up elsewhere. Close it.
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

  /** Writes and syncs the new content; the file itself is untouched. */
  async stage(): Promise<void> {
    if (this.content !== null) this.#makeFolder();
    this.#original = this.#folder.stat(this.#name);
    if (this.#original) await access(this.#folder.at(this.#name), constants.W_OK);
    if (this.content === null) return;
    const model = this.#original ?? (this.#movedFrom && statOf(this.#movedFrom));
    const handle = await open(this.#folder.at(this.#temp.fresh), createNew, model ? 0o600 : 0o666);
    try {
      await handle.writeFile(this.content);
      if (model) await copyOwnerAndMode(handle, model);
      await handle.sync();
      this.#stagedInode = (await handle.stat({ bigint: true })).ino;
    } finally {
      await handle.close();
    }
  }

  /** Keeps the old content until `clean`, so that `rollBack` can bring it back. */
  async keepOld(): Promise<void> {
    if (!this.#original) return;
    const old = this.#folder.at(this.#temp.old);
    // Some file systems have no hard links.
    await link(this.#folder.at(this.#name), old).catch(() => copyHeldFile(this.#folder, this.#name, old));
  }

  async commit(): Promise<void> {
    if (this.content === null) await rm(this.#folder.at(this.#name));
    else await this.#renameFresh();
    this.#isCommitted = true;
  }

  async rollBack(): Promise<void> {
    if (!this.#isCommitted) return;
    const file = this.#folder.at(this.#name);
    if (this.#original) await rename(this.#folder.at(this.#temp.old), file);
    else await rm(file, { force: true });
  }

  /** Removes what this change, or one that crashed before it, left beside the file. */
  async clean(): Promise<void> {
    try {
      await rm(this.#folder.at(this.#temp.fresh), { force: true });
      await rm(this.#folder.at(this.#temp.old), { force: true });
    } catch (error) {
      if (errorCode(error) !== "ENOENT" && errorCode(error) !== "ENOTDIR") throw error;
    }
  }

  /** Without it a power cut could forget a rename that the task's log already calls done. */
  async sync(): Promise<void> {
    const handle = await open(this.#folder.path, "r");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  /** After a roll-back: folders that exist only for a file that does not. */
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

  #makeFolder(): void {
    if (this.#held) return;
    try {
      const { folder, made } = makeFolders(dirname(this.path.absolute));
      this.#held = folder;
      this.#newFolders = made;
    } catch (error) {
      if (errorCode(error) !== "EEXIST" && errorCode(error) !== "ENOTDIR") throw error;
      throw new ToolFailure("not_a_directory", `"${this.path.given}" cannot be created: a part of its path is a file.`);
    }
  }

  async #renameFresh(): Promise<void> {
    const fresh = this.#folder.at(this.#temp.fresh);
    // Another process writing the same file uses the same temp name: never rename its half-written content.
    if (lstatSync(fresh, { bigint: true }).ino !== this.#stagedInode) {
      throw new ToolFailure("file_changed", `Another program is writing "${this.path.given}" now. Read it again.`);
    }
    await rename(fresh, this.#folder.at(this.#name));
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

async function copyOwnerAndMode(handle: FileHandle, original: BigIntStats): Promise<void> {
  const [uid, gid] = [Number(original.uid), Number(original.gid)];
  const isOurs = uid === process.geteuid?.() && gid === process.getegid?.();
  // Only root may give files away; for others the new file is theirs, as with any editor.
  if (!isOurs) await handle.chown(uid, gid).catch(() => undefined);
  await handle.chmod(Number(original.mode) & 0o7777);
}
