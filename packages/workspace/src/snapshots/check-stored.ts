import { readlinkSync } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { readHeldFile } from "../files/held-file.ts";
import { HeldParents } from "../files/held-parents.ts";
import { nothing, type TreeDifference } from "./diff-trees.ts";
import { blobOid } from "./git-objects.ts";
import type { TreeChange } from "./patch-tree.ts";
import { Pauses } from "./pauses.ts";
import { saveFile } from "./save-small-tree.ts";
import type { StoreFolder } from "./store-folder.ts";

/** How long this blocks the event loop. */
const pauseAfterMs = 10;

/**
 * Compares what git stored with what is on disk, read through folder handles: git opens files by path, and a folder may
 * have been a link to elsewhere at that moment. Returns the corrected entries.
 */
export async function checkStored(
  folder: StoreFolder,
  stored: readonly TreeDifference[],
): Promise<ReadonlyMap<string, TreeChange>> {
  const corrections = new Map<string, TreeChange>();
  using parents = new HeldParents();
  const pauses = new Pauses(pauseAfterMs);
  for (const { path, to } of stored) {
    if (pauses.isDue) {
      parents.close();
      await pauses.take();
    }
    if (to.mode === nothing) continue;
    const absolute = join(folder.workspace, path);
    if (oidOnDisk(parents, absolute, to.mode === "120000") === to.oid) continue;
    corrections.set(path, saveFile(folder, absolute));
  }
  return corrections;
}

function oidOnDisk(parents: HeldParents, absolute: string, isLink: boolean): string | undefined {
  try {
    const { folder, name } = parents.of(absolute);
    const content = isLink ? readlinkSync(folder.at(name), "buffer") : readHeldFile(folder, name);
    return content && blobOid(content);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}
