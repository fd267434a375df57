import { join } from "node:path";
import type { SavedFiles } from "./changed-files.ts";
import { kindOf, type Version } from "./changes/three-way.ts";
import { patchFiles, versionsAt } from "./changes/versions.ts";
import { examineFileAt } from "./examine-file.ts";
import type { Git } from "./git-program.ts";
import { saveFile } from "./save-small-tree.ts";
import { ruleForName } from "./skip-rules.ts";
import type { StoreFolder } from "./store-folder.ts";
import { nameOf, parentOf, type TreeState } from "./tree-state.ts";

export interface KnownFiles extends SavedFiles {
  /** The folders at the last scan. */
  readonly state: TreeState;
}

/**
 * Saved files, updated with the current state of a few paths; the cost depends only on those.
 * undefined if only a scan of the folders shows whether a path is included.
 */
export async function updateSavedFiles(
  store: { readonly folder: StoreFolder; readonly git: Git },
  base: KnownFiles,
  { paths, maxFileBytes }: { readonly paths: readonly string[]; readonly maxFileBytes: number },
): Promise<SavedFiles | undefined> {
  const before = await versionsAt(store, base, paths);
  const files = new Map<string, Version | undefined>();
  for (const path of paths) {
    const found = examineFileAt(join(store.folder.workspace, path), maxFileBytes);
    if (found.kind === "folder" || found.kind === "skipped") return undefined;
    if (found.kind === "file" && !before.has(path) && !isSaved(base.state, path)) return undefined;
    const saved = found.kind === "file" ? saveFile(store.folder, join(store.folder.workspace, path)) : undefined;
    const mode = found.kind === "file" && !found.isLink ? found.mode : 0;
    files.set(
      path,
      saved && { kind: found.kind === "file" && found.isLink ? saved.mode : kindOf(mode), oid: saved.oid, mode },
    );
  }
  const isSame = [...files].every(([path, now]) => {
    const then = before.get(path);
    return then?.oid === now?.oid && then?.kind === now?.kind && then?.mode === now?.mode;
  });
  return isSame ? { tree: base.tree, manifest: base.manifest } : patchFiles(store, base, { files });
}

/** Whether snapshots include a file that did not exist when its folder was scanned. */
export function isSaved(state: TreeState, path: string): boolean {
  const parent = state.folders.get(parentOf(path));
  if (!parent || state.leavesOutIgnored) return false;
  return ruleForName(nameOf(path)) === undefined && !(nameOf(path) in parent.skipped);
}
