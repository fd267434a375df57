import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Where a workspace's index is. The folder may be deleted at any time: it holds nothing that cannot be made again. */
export interface IndexPlace {
  readonly folder: string;
  readonly file: string;
  readonly lock: string;
  /** Names the workspace where several share a place, such as a vector store. */
  readonly key: string;
}

/** `root` is the workspace's folder through all links, as `Workspace.root` gives it. */
export function indexPlace(home: string, root: string): IndexPlace {
  const key = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const folder = join(home, "index", key);
  return { folder, file: join(folder, "index.sqlite"), lock: join(folder, "builder.sqlite"), key };
}

/** Whether an index was ever begun for a workspace. Opens nothing. */
export function hasIndex(home: string, root: string): boolean {
  return existsSync(indexPlace(home, root).file);
}
