import type { ChangeRecord, PendingUndo, UndoChangesOutcome } from "@roo-code/types";
import { digest } from "@roo-code/types";
import { RestoreWork } from "../apply-restore.ts";
import { BlobReader } from "../blob-reader.ts";
import { startGit } from "../git-program.ts";
import type { KeptRepositories } from "../repositories/kept-repositories.ts";
import { type RestoreRecord, readRestoreRecord, writeRestoreRecord } from "../restore-record.ts";
import { readStamps } from "../restore-snapshot.ts";
import type { SnapshotContent, SnapshotRecords } from "../snapshot-records.ts";
import type { ChangeStore, UndoPlan } from "./plan-undo.ts";
import { isSame, type Version } from "./three-way.ts";
import { type FilesPatch, patchFiles, versionsAt } from "./versions.ts";

export interface UndoStore extends ChangeStore {
  readonly records: SnapshotRecords;
  readonly repositories: KeptRepositories;
}

interface UndoRequest {
  readonly plan: UndoPlan;
  /** A snapshot of the current files, taken just now: git's index matches it. */
  readonly current: SnapshotContent;
  /** Identifies the undo: repeating it completes one that a crash interrupted. */
  readonly key: string;
  readonly by: string;
  readonly undo: PendingUndo | undefined;
  readonly time: number;
}

/**
 * Applies an undo plan and records the result as a change of its own. The pending record is written before the first file is
 * changed; it is removed by the caller once the undo is in the log.
 */
export async function undoChanges(store: UndoStore, request: UndoRequest): Promise<UndoChangesOutcome> {
  const { folder, program, records, repositories } = store;
  const { plan, current, key, by, undo, time } = request;
  const stamps = await readStamps(store, plan.restore);
  const pending = readRestoreRecord(folder);
  const interrupted = pending?.id === key ? pending : undefined;
  const earlier = interrupted ? await doneEarlier(store, interrupted, request) : nothingDone;
  const planned = { ...interrupted?.planned, ...asPlanned(plan.patch.files) };
  const record: RestoreRecord = {
    id: key,
    before: interrupted?.before ?? current.snapshot.id,
    paths: Object.keys(planned),
    planned,
    undo,
  };
  writeRestoreRecord(folder, record);
  const blobs = new BlobReader(startGit(program, folder, { arguments: ["cat-file", "--batch"], index: false }));
  try {
    const applied = await new RestoreWork(folder.workspace, plan.restore, stamps).apply(blobs);
    const repositoriesRestored = plan.restore.repositories.filter((path) => repositories.restore(path));
    const restored = [...applied.restored, ...repositoriesRestored];
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

/** Identical for identical changes. */
export function undoKey(changes: ChangeRecord["changes"], more: readonly unknown[]): string {
  return digest(JSON.stringify([changes, ...more]));
}

interface DoneEarlier {
  /** The files when it began, plus changes made by others since the crash. */
  readonly before?: SnapshotContent;
  readonly files: ReadonlyMap<string, Version | undefined>;
}

const nothingDone: DoneEarlier = { files: new Map() };

/** What was done before a crash. Later edits by a person are not part of it, so a redo leaves them alone. */
async function doneEarlier(
  store: UndoStore,
  { before, planned = {} }: RestoreRecord,
  { plan, current, time }: UndoRequest,
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

function namesOf({ files }: DoneEarlier, exists: boolean): string[] {
  return [...files].flatMap(([path, version]) => ((version !== undefined) === exists ? [path] : []));
}

function asPlanned(files: FilesPatch["files"]): Record<string, Version | null> {
  return Object.fromEntries([...files].map(([path, version]) => [path, version ?? null]));
}

/** The part of a plan that was applied. */
function patchOf({ patch }: UndoPlan, changed: ReadonlySet<string>): FilesPatch {
  return {
    files: new Map([...patch.files].filter(([path]) => changed.has(path))),
    folders: new Map([...(patch.folders ?? [])].filter(([path]) => changed.has(`${path}/`))),
  };
}
