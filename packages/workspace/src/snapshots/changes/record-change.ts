import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChangedFile, ChangeRecord, ChangeRequest, FileStep } from "@roo-code/types";
import { contentVersion } from "../../files/file-version.ts";
import { isSaved } from "../files-with.ts";
import { writeObject } from "../git-objects.ts";
import type { SnapshotContent, SnapshotRecords } from "../snapshot-records.ts";
import type { TreeState } from "../tree-state.ts";
import { openUntil } from "./open-change.ts";
import { changedByOthers } from "./other-tasks.ts";
import { ownFiles } from "./own-files.ts";
import type { ChangePlace } from "./plan-take-back.ts";
import { kindOf, type Version } from "./three-way.ts";
import { patchFiles, type SavedFiles, versionsAt } from "./versions.ts";

interface RecordRequest extends ChangeRequest {
  readonly before: SnapshotContent;
  /** Of the folders when that was taken, where it is known. */
  readonly state: TreeState | undefined;
  /** Looks at all files. */
  readonly scan: () => Promise<SavedFiles>;
  readonly time: number;
}

const maxFilesNamed = 1000;

/** Keeps what one cause changed as two snapshots that differ in nothing else. */
export async function recordChange(
  place: ChangePlace & { readonly records: SnapshotRecords },
  request: RecordRequest,
): Promise<ChangeRecord> {
  const { before, steps, by, label, time } = request;
  const { files, ...own } = steps
    ? await ownFiles(place, { before, now: await steppedFiles(place, { ...request, steps }), others: new Map() })
    : await ownFiles(place, {
        before,
        now: await request.scan(),
        others: await changedByOthers(place, { since: before.snapshot.id, by }),
        until: request.isInterrupted ? openUntil(place.folder, before.snapshot) : undefined,
      });
  const start = own.before && place.records.writeDerived(before, { ...own.before, label, time });
  const from = start ? { ...before, snapshot: start } : before;
  return keepChangeRecord(place.records, { before: from, after: own.after, files, label, time, by });
}

/** Nothing is kept where nothing changed. */
export function keepChangeRecord(
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
  const more = files.length - maxFilesNamed;
  return {
    changes: [{ before: before.snapshot.id, after: id }],
    files: files.slice(0, maxFilesNamed),
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
 * A snapshot's files with what a file tool wrote, read from those files alone. One that is not what the tool wrote is
 * somebody else's by now, and is left out; so is one that snapshots do not hold.
 */
async function steppedFiles(place: ChangePlace, request: SteppedRequest): Promise<SavedFiles> {
  const { before, state, steps } = request;
  const old = await versionsAt(
    place,
    before,
    steps.map(({ path }) => path),
  );
  const own = steps.filter((step) => step.before === null || old.has(step.path));
  const written = new Map(
    own.flatMap((step) => {
      const found = readStep(place, step);
      return found ? [[step.path, found.version] as const] : [];
    }),
  );
  const isNew = (path: string): boolean => !old.has(path) && written.get(path) !== undefined;
  if ([...written.keys()].every((path) => !isNew(path) || (state && isSaved(state, path))))
    return patchFiles(place, before, { files: written });
  // Only a look at the folder tells whether snapshots hold such a file.
  const now = await versionsAt(place, await request.scan(), [...written.keys()]);
  const held = [...written].filter(([path, version]) => now.has(path) || version === undefined);
  return patchFiles(place, before, { files: new Map(held) });
}

/** undefined where something else is there than the step left. */
function readStep(
  { folder }: ChangePlace,
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
