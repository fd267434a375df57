import { lstatSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ChangedFile, ChangeRecord, ChangeRequest, FileStep, Snapshot } from "@roo-code/types";
import { contentVersion } from "../../files/file-version.ts";
import { writeObject } from "../git-objects.ts";
import { openNotePath } from "../journal.ts";
import type { SnapshotContent, SnapshotRecords } from "../snapshot-records.ts";
import type { StoreFolder } from "../store-folder.ts";
import type { TreeState } from "../tree-state.ts";
import { isSaved } from "../update-saved-files.ts";
import { changedByOthers, ownFiles } from "./own-files.ts";
import type { ChangeStore } from "./plan-undo.ts";
import { kindOf, type Version } from "./three-way.ts";
import { patchFiles, type SavedFiles, versionsAt } from "./versions.ts";

interface RecordRequest extends ChangeRequest {
  readonly before: SnapshotContent;
  /** The folders when `before` was taken, if known. */
  readonly state: TreeState | undefined;
  /** Scans all files. */
  readonly scan: () => Promise<SavedFiles>;
  readonly time: number;
}

const maxFilesListed = 1000;

/** Records what one cause changed as two snapshots that differ in nothing else. */
export async function recordChange(
  store: ChangeStore & { readonly records: SnapshotRecords },
  request: RecordRequest,
): Promise<ChangeRecord> {
  const { before, steps, by, label, time } = request;
  const { files, ...own } = steps
    ? await ownFiles(store, { before, now: await steppedFiles(store, { ...request, steps }), others: new Map() })
    : await ownFiles(store, {
        before,
        now: await request.scan(),
        others: await changedByOthers(store, { since: before.snapshot.id, by }),
        until: request.isInterrupted ? openUntil(store.folder, before.snapshot) : undefined,
      });
  const start = own.before && store.records.writeDerived(before, { ...own.before, label, time });
  const from = start ? { ...before, snapshot: start } : before;
  return writeChangeRecord(store.records, { before: from, after: own.after, files, label, time, by });
}

/** The heartbeat of a busy process is late, and its children outlive it briefly. */
const graceMs = 10_000;

/** The latest time at which an operation of a dead process, open since this snapshot, can have changed files. */
function openUntil(folder: StoreFolder, { id, time }: Snapshot): number {
  const noted = statSync(openNotePath(folder.path, id), { throwIfNoEntry: false })?.mtimeMs;
  return (noted ?? time) + graceMs;
}

/** Records nothing if nothing changed. */
export function writeChangeRecord(
  records: SnapshotRecords,
  change: {
    readonly before: SnapshotContent;
    readonly after: SavedFiles;
    readonly files: readonly ChangedFile[];
    readonly label: string;
    readonly time: number;
    readonly by: string;
  },
): ChangeRecord {
  const { before, after, files, label, time, by } = change;
  if (files.length === 0) return { changes: [], files: [] };
  const { id } = records.writeDerived(before, { ...after, label, time, by });
  const more = files.length - maxFilesListed;
  return {
    changes: [{ before: before.snapshot.id, after: id }],
    files: files.slice(0, maxFilesListed),
    moreFiles: more > 0 ? more : undefined,
  };
}

interface SteppedRequest {
  readonly before: SnapshotContent;
  readonly state: TreeState | undefined;
  readonly steps: readonly FileStep[];
  readonly scan: () => Promise<SavedFiles>;
}

/**
 * A snapshot's files plus what a file tool wrote, reading only those files. A file whose content is not what the tool wrote
 * has been changed by someone else and is left out, as are files that snapshots exclude.
 */
async function steppedFiles(store: ChangeStore, request: SteppedRequest): Promise<SavedFiles> {
  const { before, state, steps } = request;
  const old = await versionsAt(
    store,
    before,
    steps.map(({ path }) => path),
  );
  const { only } = before.snapshot;
  const own = steps.filter(
    ({ path, before: earlier }) => (earlier === null || old.has(path)) && (!only || only.includes(path)),
  );
  const written = new Map(
    own.flatMap((step) => {
      const found = readStep(store, step);
      return found ? [[step.path, found.version] as const] : [];
    }),
  );
  const isNew = (path: string): boolean => !old.has(path) && written.get(path) !== undefined;
  if (only || [...written.keys()].every((path) => !isNew(path) || (state && isSaved(state, path))))
    return patchFiles(store, before, { files: written });
  // Only a scan of the folder shows whether snapshots include a new file.
  const now = await versionsAt(store, await request.scan(), [...written.keys()]);
  const held = [...written].filter(([path, version]) => now.has(path) || version === undefined);
  return patchFiles(store, before, { files: new Map(held) });
}

/** undefined if the file is not what the step left. */
function readStep(
  { folder }: ChangeStore,
  { path, after }: FileStep,
): { readonly version: Version | undefined } | undefined {
  const absolute = join(folder.workspace, path);
  const stat = lstatSync(absolute, { throwIfNoEntry: false });
  if (!stat) return after === null ? { version: undefined } : undefined;
  if (!stat.isFile()) return undefined;
  const content = readFileSync(absolute);
  if (contentVersion(content) !== after) return undefined;
  const mode = stat.mode & 0o7777;
  return { version: { kind: kindOf(mode), oid: writeObject(folder, "blob", content), mode } };
}
