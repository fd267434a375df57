import { constants, type Stats } from "node:fs";
import { access, copyFile, type FileHandle, link, lstat, mkdir, open, rename, rm, rmdir } from "node:fs/promises";
import { dirname } from "node:path";
import type { FileChange } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { type ConfinedPath, isInside } from "./confine.ts";
import { errorCode } from "./file-failure.ts";
import { tempPaths } from "./temp-name.ts";

export interface ConfinedChange extends Pick<FileChange, "before" | "content"> {
  readonly path: ConfinedPath;
  readonly movedFrom?: ConfinedPath;
}

const createNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** One file's change on its way: staged beside the file, committed by one rename, or taken back. */
export class StagedChange {
  readonly path: ConfinedPath;
  readonly #content: Uint8Array | null;
  readonly #movedFrom: ConfinedPath | undefined;
  readonly #temp: { fresh: string; old: string };
  #topNewFolder: string | undefined;
  #original: Stats | undefined;
  #stagedInode: number | undefined;
  #isCommitted = false;

  constructor(change: ConfinedChange) {
    this.path = change.path;
    this.#content = change.content;
    this.#movedFrom = change.movedFrom;
    this.#temp = tempPaths(change.path);
  }

  /** Writes and syncs the new content; the file itself is untouched. */
  async stage(): Promise<void> {
    this.#original = await statOf(this.path);
    if (this.#original) await access(this.path.absolute, constants.W_OK);
    if (this.#content === null) return;
    this.#topNewFolder = await createFolder(this.path);
    const model = this.#original ?? (this.#movedFrom && (await statOf(this.#movedFrom)));
    const handle = await open(this.#temp.fresh, createNew, model ? 0o600 : 0o666);
    try {
      await handle.writeFile(this.#content);
      if (model) await copyOwnerAndMode(handle, model);
      await handle.sync();
      this.#stagedInode = (await handle.stat()).ino;
    } finally {
      await handle.close();
    }
  }

  /** Keeps the old content until `clean`, so that `rollBack` can bring it back. */
  async keepOld(): Promise<void> {
    if (!this.#original) return;
    // Some file systems have no hard links.
    await link(this.path.absolute, this.#temp.old).catch(() => copyFile(this.path.absolute, this.#temp.old));
  }

  async commit(): Promise<void> {
    if (this.#content === null) await rm(this.path.absolute);
    else await this.#renameFresh();
    this.#isCommitted = true;
  }

  async rollBack(): Promise<void> {
    if (!this.#isCommitted) return;
    if (this.#original) await rename(this.#temp.old, this.path.absolute);
    else await rm(this.path.absolute, { force: true });
  }

  /** Removes what this change, or one that crashed before it, left beside the file. */
  async clean(): Promise<void> {
    await removeIfThere(this.#temp.fresh);
    await removeIfThere(this.#temp.old);
  }

  /** After a roll-back: folders that exist only for a file that does not. */
  async removeNewFolders(): Promise<void> {
    if (this.#topNewFolder === undefined) return;
    for (let folder = dirname(this.path.absolute); isInside(this.#topNewFolder, folder); folder = dirname(folder)) {
      await rmdir(folder);
    }
  }

  async #renameFresh(): Promise<void> {
    // Another process writing the same file uses the same temp name: never rename its half-written content.
    if ((await lstat(this.#temp.fresh)).ino !== this.#stagedInode) {
      throw new ToolFailure("file_changed", `Another program is writing "${this.path.given}" now. Read it again.`);
    }
    await rename(this.#temp.fresh, this.path.absolute);
  }
}

async function statOf({ absolute }: ConfinedPath): Promise<Stats | undefined> {
  return lstat(absolute).catch(() => undefined);
}

/** The topmost folder that had to be created, if any. */
async function createFolder(path: ConfinedPath): Promise<string | undefined> {
  try {
    return await mkdir(dirname(path.absolute), { recursive: true });
  } catch (error) {
    if (errorCode(error) !== "EEXIST" && errorCode(error) !== "ENOTDIR") throw error;
    throw new ToolFailure("not_a_directory", `"${path.given}" cannot be created: a part of its path is a file.`);
  }
}

async function copyOwnerAndMode(handle: FileHandle, original: Stats): Promise<void> {
  const isOurs = original.uid === process.geteuid?.() && original.gid === process.getegid?.();
  // Only root may give files away; for others the new file is theirs, as with any editor.
  if (!isOurs) await handle.chown(original.uid, original.gid).catch(() => undefined);
  await handle.chmod(original.mode & 0o7777);
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await rm(path, { force: true });
  } catch (error) {
    if (errorCode(error) !== "ENOTDIR") throw error;
  }
}
