import type { ChangeRecord, PendingUndo, TakeBackOutcome } from "@roo-code/types";
import { digest } from "@roo-code/types";
import { RestoreWork } from "../apply-restore.ts";
import { BlobReader } from "../blob-reader.ts";
import { startGit } from "../git-program.ts";
import type { KeptRepositories } from "../repositories/kept-repositories.ts";
import { type RestoreRecord, readRestoreRecord, writeRestoreRecord } from "../restore-record.ts";
import { readStamps } from "../restore-snapshot.ts";
import type { SnapshotContent, SnapshotRecords } from "../snapshot-records.ts";
import type { ChangePlace, TakeBackPlan } from "./plan-take-back.ts";
import { isSame, type Version } from "./three-way.ts";
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
  readonly undo: PendingUndo | undefined;
  readonly time: number;
}

/**
 * Carries a plan out, and keeps what it did as a change of its own. The record says, from before the first file on,
 * that the workspace is on its way; who writes the log removes it.
 */
export async function takeBack(store: TakeBackStore, request: TakeBackRequest): Promise<TakeBackOutcome> {
  const { folder, program, records, repositories } = store;
  const { plan, current, key, by, undo, time } = request;
  const stamps = await readStamps(store, plan.restore);
  const pending = readRestoreRecord(folder);
  const cutShort = pending?.id === key ? pending : undefined;
  const earlier = cutShort ? await doneEarlier(store, cutShort, request) : nothingDone;
  const planned = { ...cutShort?.planned, ...asPlanned(plan.patch.files) };
  const record: RestoreRecord = {
    id: key,
    before: cutShort?.before ?? current.snapshot.id,
    paths: Object.keys(planned),
    planned,
    undo,
  };
  writeRestoreRecord(folder, record);
  const blobs = new BlobReader(startGit(program, folder, { arguments: ["cat-file", "--batch"], index: false }));
  try {
    const applied = await new RestoreWork(folder.workspace, plan.restore, stamps).apply(blobs);
    const brought = plan.restore.repositories.filter((path) => repositories.bring(path));
    const restored = [...applied.restored, ...brought];
    const before = earlier.before ?? current;
    const now = patchOf(plan, new Set([...restored, ...applied.removed]));
    const after = await patchFiles(store, before, { ...now, files: new Map([...earlier.files, ...now.files]) });
    const { id } = records.writeDerived(before, { ...after, label: "after an undo", time, by });
    const change = { before: before.snapshot.id, after: id };
    writeRestoreRecord(folder, { ...record, change });
    return {
      restored: [...namesOf(earlier, true), ...restored],
      removed: [...namesOf(earlier, false), ...applied.removed],
      merged: plan.merged.filter((path) => restored.includes(path)),
      replaced: plan.replaced.filter((path) => restored.includes(path) || applied.removed.includes(path)),
      conflicts: [...plan.conflicts, ...applied.conflicts],
      kept: plan.kept,
      change,
    };
  } finally {
    blobs.close();
  }
}

/** The same for the same changes, however often they are taken back. */
export function takeBackKey(changes: ChangeRecord["changes"], more: readonly unknown[]): string {
  return digest(JSON.stringify([changes, ...more]));
}

interface DoneEarlier {
  /** What was there when it began, with what anybody changed since the crash. */
  readonly before?: SnapshotContent;
  readonly files: ReadonlyMap<string, Version | undefined>;
}

const nothingDone: DoneEarlier = { files: new Map() };

/** What was done before a crash. What a person changed since is no part of it, so that a redo leaves it. */
async function doneEarlier(
  store: TakeBackStore,
  { before, planned = {} }: RestoreRecord,
  { plan, current, time }: TakeBackRequest,
): Promise<DoneEarlier> {
  const first = await store.records.read(before).catch(() => undefined);
  const paths = Object.keys(planned).filter((path) => !plan.patch.files.has(path));
  if (!first || paths.length === 0) return nothingDone;
  const [then, now] = [await versionsAt(store, first, paths), await versionsAt(store, current, paths)];
  const done = paths.filter((path) => !isSame(then.get(path), now.get(path)));
  if (done.length === 0) return nothingDone;
  const start = await patchFiles(store, current, { files: new Map(done.map((path) => [path, then.get(path)])) });
  const snapshot = store.records.writeDerived(current, { ...start, label: "before an undo", time });
  return {
    before: { ...current, ...start, snapshot },
    files: new Map(done.map((path) => [path, planned[path] ?? undefined])),
  };
}

function namesOf({ files }: DoneEarlier, isThere: boolean): string[] {
  return [...files].flatMap(([path, version]) => ((version !== undefined) === isThere ? [path] : []));
}

function asPlanned(files: FilesPatch["files"]): Record<string, Version | null> {
  return Object.fromEntries([...files].map(([path, version]) => [path, version ?? null]));
}

/** Of a plan, what was done to the files. */
function patchOf({ patch }: TakeBackPlan, changed: ReadonlySet<string>): FilesPatch {
  return {
    files: new Map([...patch.files].filter(([path]) => changed.has(path))),
    folders: new Map([...(patch.folders ?? [])].filter(([path]) => changed.has(`${path}/`))),
  };
}
