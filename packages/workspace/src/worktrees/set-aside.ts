import { type BigIntStats, mkdirSync, readdirSync, realpathSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { sha256 } from "../files/file-version.ts";
import { copyHeldFile } from "../files/held-file.ts";
import { HeldFolder, holdParent } from "../files/held-folder.ts";
import { removeEntryNow } from "../files/remove-entry.ts";
import type { BlobReader } from "../snapshots/blob-reader.ts";
import { isLink, type Version } from "../snapshots/changes/three-way.ts";
import { nameOf } from "../snapshots/tree-state.ts";
import type { WorktreeFolder } from "./worktree-folder.ts";

export interface Conflict {
  readonly path: string;
  readonly aside: string;
}

/** Saves the copy's version of a file; of a link, a file `<path>.link` with its target. */
export async function setAside(
  worktree: WorktreeFolder,
  blobs: BlobReader,
  { path, version }: { readonly path: string; readonly version: Version },
): Promise<Conflict> {
  const content = await blobs.read(version.oid);
  const name = isLink(version) ? `${path}.link` : path;
  return { path, aside: writeAside(worktree, name, (aside) => writeFileSync(aside, content, { mode: 0o600 })) };
}

/** For what exists in the copy but in no snapshot: mostly files that are too large. */
export function setAsideFromDisk(worktree: WorktreeFolder, path: string): Conflict {
  const note = (): Conflict =>
    noteAside(
      worktree,
      path,
      "special",
      "The copy has something other than a regular file here, which cannot be merged.\n",
    );
  const held = holdInCopy(worktree, path);
  if (!held) return note();
  using folder = held.folder;
  if (!folder.stat(held.name)?.isFile()) return note();
  let isCopied = true;
  const aside = writeAside(worktree, path, (to) => {
    isCopied = copyAside(held, to);
  });
  return isCopied ? { path, aside } : note();
}

/** For a deleted file: there is no version to save, but the deletion must be reported. */
export function noteDeletion(worktree: WorktreeFolder, path: string): Conflict {
  return noteAside(worktree, path, "deleted", "The copy deleted this file; the workspace changed it.\n");
}

/** Examines a path of the copy without following any link. */
export function statInCopy(worktree: WorktreeFolder, path: string): BigIntStats | undefined {
  const held = holdInCopy(worktree, path);
  using folder = held?.folder;
  return held && folder?.stat(held.name);
}

function holdInCopy({ files }: WorktreeFolder, path: string): ReturnType<typeof holdParent> | undefined {
  try {
    return holdParent({ absolute: join(realpathSync(files), path) });
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) return undefined;
    throw error;
  }
}

/** False if it is no longer a regular file. */
function copyAside({ folder, name }: ReturnType<typeof holdParent>, to: string): boolean {
  try {
    unlinkSync(to);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
  try {
    return copyHeldFile(folder, name, to) !== undefined;
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return false;
    throw error;
  }
}

function noteAside(worktree: WorktreeFolder, path: string, ending: string, text: string): Conflict {
  const write = (aside: string): void => writeFileSync(aside, text, { mode: 0o600 });
  return { path, aside: writeAside(worktree, `${path}.${ending}`, write) };
}

function writeAside({ conflicts }: WorktreeFolder, name: string, write: (path: string) => void): string {
  const aside = join(conflicts, name);
  try {
    mkdirSync(dirname(aside), { recursive: true, mode: 0o700 });
    write(aside);
    return aside;
  } catch (error) {
    if (!["ENOTDIR", "EEXIST", "EISDIR", "ENAMETOOLONG"].includes(systemErrorCode(error) ?? "")) throw error;
    // The name is taken by what an earlier merge set aside.
    const other = join(conflicts, `${sha256(name).slice(0, 12)}-${nameOf(name).slice(-80)}`);
    write(other);
    return other;
  }
}

/**
 * Removes a folder with its content, even if its permissions forbid that. Follows no link below it, not even one
 * that replaces a folder in the meantime. Does nothing if it does not exist.
 */
export function removeTree(path: string): void {
  try {
    using parent = HeldFolder.open(realpathSync(dirname(path)));
    removeFrom(parent, basename(path));
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
  }
}

function removeFrom(parent: HeldFolder, name: string): void {
  try {
    removeEntryNow(parent, name);
  } catch (error) {
    if (!["EACCES", "EPERM", "ENOTEMPTY"].includes(systemErrorCode(error) ?? "")) throw error;
    openFolders(parent, name);
    removeEntryNow(parent, name);
  }
}

function openFolders(parent: HeldFolder, name: string): void {
  parent.setMode(name, 0o700);
  using folder = parent.enter(name);
  for (const entry of readdirSync(folder.path, { withFileTypes: true })) {
    if (entry.isDirectory()) openFolders(folder, entry.name);
  }
}
