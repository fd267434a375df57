import type { ChangedFile, ChangeRecord, ChangeRequest } from "@roo-code/types";
import type { SnapshotContent, SnapshotRecords } from "../snapshot-records.ts";
import type { TreeState } from "../tree-state.ts";
import { openUntil } from "./open-change.ts";
import { changedByOthers } from "./other-tasks.ts";
import { ownFiles } from "./own-files.ts";
import type { ChangePlace } from "./plan-take-back.ts";
import { steppedFiles } from "./stepped-files.ts";
import type { SavedFiles } from "./versions.ts";

interface RecordRequest extends ChangeRequest {
  readonly before: SnapshotContent;
  /** Of the folders when that was taken, where it is known. */
  readonly state: TreeState | undefined;
  /** Looks at all files. */
  readonly scan: () => Promise<SavedFiles>;
  readonly time: number;
}

const mostFilesNamed = 1000;

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
  const more = files.length - mostFilesNamed;
  return {
    changes: [{ before: before.snapshot.id, after: id }],
    files: files.slice(0, mostFilesNamed),
    ...(more > 0 && { moreFiles: more }),
  };
}
