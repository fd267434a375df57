import type { ChangeRecord, TakeBackOutcome } from "@roo-code/types";
import { digest } from "@roo-code/types";
import { RestoreWork } from "../apply-restore.ts";
import { BlobReader } from "../blob-reader.ts";
import { startGit } from "../git-program.ts";
import type { KeptRepositories } from "../repositories/kept-repositories.ts";
import { readRestoreRecord, removeRestoreRecord, writeRestoreRecord } from "../restore-record.ts";
import { readStamps } from "../restore-snapshot.ts";
import type { SnapshotContent, SnapshotRecords } from "../snapshot-records.ts";
import type { ChangePlace, TakeBackPlan } from "./plan-take-back.ts";
import { type FilesPatch, patchFiles, versionsAt } from "./versions.ts";

export interface TakeBackStore extends ChangePlace {
  readonly records: SnapshotRecords;
  readonly repositories: KeptRepositories;
}

interface TakeBackRequest {
  readonly plan: TakeBackPlan;
  /** Of what is there, taken this moment: git's index agrees with it. */
  readonly current: SnapshotContent;
  /** Names what is taken back: the same again completes what a crash cut short. */
  readonly key: string;
  readonly by: string;
  readonly time: number;
}

/**
 * Carries a plan out, and keeps what it did as a change of its own. The record says, from before the first file until
 * after the last, that the workspace is on its way.
 */
export async function takeBack(store: TakeBackStore, request: TakeBackRequest): Promise<TakeBackOutcome> {
  const { folder, program, records, repositories } = store;
  const { plan, current, key } = request;
  const stamps = await readStamps(store, plan.restore);
  const pending = readRestoreRecord(folder);
  const isAgain = pending?.id === key;
  const doneBefore = isAgain ? (pending.paths ?? []) : [];
  const first = isAgain ? await records.read(pending.before).catch(() => current) : current;
  const paths = [...new Set([...doneBefore, ...plan.patch.files.keys()])];
  writeRestoreRecord(folder, { id: key, before: first.snapshot.id, paths });
  const blobs = new BlobReader(startGit(program, folder, { arguments: ["cat-file", "--batch"], index: false }));
  try {
    const applied = await new RestoreWork(folder.workspace, plan.restore, stamps).apply(blobs);
    const brought = plan.restore.repositories.filter((path) => repositories.bring(path));
    const done = { ...applied, restored: [...applied.restored, ...brought] };
    const patch = await patchOf(store, { plan, current, done, doneBefore });
    const after = await patchFiles(store, first, patch);
    const { id } = records.writeDerived(first, {
      ...after,
      label: "after an undo",
      time: request.time,
      by: request.by,
    });
    removeRestoreRecord(folder);
    return {
      ...done,
      merged: plan.merged.filter((path) => done.restored.includes(path)),
      conflicts: [...plan.conflicts, ...done.conflicts],
      kept: plan.kept,
      change: { before: first.snapshot.id, after: id },
    };
  } finally {
    blobs.close();
  }
}

/** The same for the same changes, however often they are taken back. */
export function takeBackKey(changes: ChangeRecord["changes"], more: readonly unknown[]): string {
  return digest(JSON.stringify([changes, ...more]));
}

/** What was done to the files, what was done before a crash included. */
async function patchOf(
  store: TakeBackStore,
  {
    plan,
    current,
    done,
    doneBefore,
  }: {
    plan: TakeBackPlan;
    current: SnapshotContent;
    done: { readonly restored: readonly string[]; readonly removed: readonly string[] };
    doneBefore: readonly string[];
  },
): Promise<FilesPatch> {
  const changed = new Set([...done.restored, ...done.removed]);
  const there = await versionsAt(store, current, doneBefore);
  const earlier = doneBefore.map((path) => [path, there.get(path)] as const);
  const now = [...plan.patch.files].filter(([path]) => changed.has(path));
  return {
    files: new Map([...earlier, ...now]),
    folders: new Map([...(plan.patch.folders ?? [])].filter(([path]) => changed.has(`${path}/`))),
  };
}
