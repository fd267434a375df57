import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where a workspace's index is. The folder may be deleted at any time: everything in it can be rebuilt. */
export interface IndexPaths {
  readonly folder: string;
  readonly file: string;
  readonly lock: string;
  /** Identifies the workspace in a shared vector store. */
  readonly key: string;
}

/** `root` is the workspace's real path, as `Workspace.root` gives it. */
export function indexPaths(home: string, root: string): IndexPaths {
  const key = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const folder = join(home, "index", key);
  return { folder, file: join(folder, "index.sqlite"), lock: join(folder, "builder.sqlite"), key };
}

/** Whether a workspace has an index, even an unfinished one. Opens nothing. */
export function hasIndex(home: string, root: string): boolean {
  return existsSync(indexPaths(home, root).file);
}
