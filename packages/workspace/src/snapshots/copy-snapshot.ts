import { mkdirSync, realpathSync } from "node:fs";
import type { RestoreOutcome } from "@roo-code/types";
import { RestoreWork } from "./apply-restore.ts";
import { BlobReader } from "./blob-reader.ts";
import { writeObject } from "./git-objects.ts";
import { type Git, startGit } from "./git-program.ts";
import { planRestore } from "./restore-plan.ts";
import type { SnapshotContent } from "./snapshot-records.ts";
import type { StoreFolder } from "./store-folder.ts";

/** The files of a snapshot in another folder. What is in their way there stays, and is named. */
export async function copySnapshot(
  store: { readonly folder: StoreFolder; readonly program: string; readonly git: Git },
  target: SnapshotContent,
  into: string,
): Promise<Pick<RestoreOutcome, "restored" | "conflicts">> {
  const { folder, program, git } = store;
  const before: SnapshotContent = {
    snapshot: target.snapshot,
    tree: writeObject(folder, "tree", Buffer.alloc(0)),
    manifest: { usual: target.manifest.usual, modes: {}, emptyFolders: [] },
  };
  const plan = await planRestore(git, { target, before, paths: undefined });
  mkdirSync(into, { recursive: true });
  const blobs = new BlobReader(startGit(program, folder, { arguments: ["cat-file", "--batch"], index: false }));
  try {
    const { restored, conflicts } = await new RestoreWork(realpathSync(into), plan, new Map()).apply(blobs);
    return { restored, conflicts };
  } finally {
    blobs.close();
  }
}
