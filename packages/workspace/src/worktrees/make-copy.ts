import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { SharedPlace } from "@roo-code/types";
import { skippedPaths } from "../snapshots/tree-state.ts";
import { copyFiles, setFolderModes } from "./copy-files.ts";
import { copyRepository } from "./copy-repository.ts";
import { linkSkipped } from "./link-skipped.ts";
import type { WorktreeFolder } from "./worktree-folder.ts";
import type { WorktreeStore } from "./worktree-store.ts";

/** Fills the folder of a copy with what is in the workspace now. Returns what it has elsewhere. */
export async function makeCopy(store: WorktreeStore, { files }: WorktreeFolder): Promise<SharedPlace[]> {
  const root = store.folder.workspace;
  const scan = await store.listWorkspace();
  mkdirSync(files, { recursive: true, mode: 0o700 });
  await copyFiles(scan, files);
  const skipped = skippedPaths(scan.state);
  const { links, shared } = linkSkipped(root, files, skipped);
  for (const { path: given } of skipped.filter(({ rule }) => rule === "git")) {
    const path = given.replace(/\/$/, "");
    const repository = path.slice(0, -".git".length);
    const hidden = links.flatMap((link) => (link.startsWith(repository) ? [link.slice(repository.length)] : []));
    const objects = await copyRepository(store.git, { from: join(root, path), to: join(files, path), hidden });
    if (objects !== undefined) shared.push({ path: objects, at: `${path}/objects` });
  }
  setFolderModes(scan, files);
  return shared;
}
