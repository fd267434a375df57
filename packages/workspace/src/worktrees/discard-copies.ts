import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../files/file-version.ts";
import { storeFolder } from "../snapshots/store-folder.ts";
import { removeTree } from "./set-aside.ts";
import { isWorktreeId } from "./worktree-folder.ts";

/**
 * Removes copies by their ids, of any workspace, with what was set aside and their snapshots.
 * For copies that are no longer used.
 */
export function discardCopies(home: string, ids: readonly string[]): void {
  const parent = join(home, "worktrees");
  if (!existsSync(parent)) return;
  for (const workspace of readdirSync(parent)) {
    for (const id of ids.filter(isWorktreeId)) {
      const copy = join(parent, workspace, id);
      if (!existsSync(copy)) continue;
      rmSync(storeFolder(home, join(copy, "files")).path, { recursive: true, force: true });
      rmSync(copyRefs(join(home, "snapshots", workspace), id), { recursive: true, force: true });
      removeTree(copy);
    }
  }
}

/** A copy's references in the store of its workspace. */
export function copyRefs(store: string, id: string): string {
  return join(store, "refs", "copies", sha256(id).slice(0, 24));
}
