import type { ChangeRecord, MergeOutcome } from "@roo-code/types";
import { changedFiles } from "../snapshots/changed-files.ts";
import { writeChangeRecord } from "../snapshots/changes/record-change.ts";
import { patchFiles, versionsAt } from "../snapshots/changes/versions.ts";
import { manifestOf } from "../snapshots/manifest.ts";
import type { SavedTree } from "../snapshots/save-tree.ts";
import type { SnapshotContent } from "../snapshots/snapshot-records.ts";
import type { StoreLock } from "../snapshots/store-lock.ts";
import { skippedPaths } from "../snapshots/tree-state.ts";
import { applyMerge, doneBy } from "./apply-merge.ts";
import { type MergePlan, type MergeRecord, readMergeRecord, writeMergeRecord } from "./merge-plan.ts";
import { type MergeRequest, planMerge } from "./plan-merge.ts";
import type { WorktreeFolder } from "./worktree-folder.ts";
import type { WorktreeStore } from "./worktree-store.ts";

interface MergedCopy {
  readonly store: WorktreeStore;
  readonly worktree: WorktreeFolder;
  /** The snapshot of the copy when it was created. */
  readonly base: string;
  readonly lock: StoreLock;
  readonly now: number;
}

/** Merges into the workspace what changed in the copy since it was created, or since its last merge. */
export async function mergeCopy(copy: MergedCopy): Promise<MergeOutcome> {
  const { store, worktree, lock } = copy;
  const last = readMergeRecord(worktree);
  if (last?.plan) return completeMerge(copy, last, last.plan);
  const saved = await store.saveCopy(worktree, lock);
  const large = skippedPaths(saved.state).flatMap(({ path, rule }) => (rule === "large" ? [path] : []));
  const base = await store.readCopyRecord(worktree, last?.theirs ?? copy.base);
  if (isSame(base, saved) && String(large) === String(last?.large ?? [])) return last?.outcome ?? nothingChanged;
  const theirs = await store.writeCopyRecord(worktree, saved);
  return merge(copy, { sides: { base, theirs, ours: await saveWorkspace(copy) }, large });
}

/**
 * Another copy may have been merged since the crash, or a person may have edited the same file: what the interrupted
 * merge did not do is planned again, from the workspace as it is now.
 */
async function completeMerge(copy: MergedCopy, record: MergeRecord, plan: MergePlan): Promise<MergeOutcome> {
  const { store, worktree, now } = copy;
  if (!record.before) return applyPlan(copy, record, plan);
  const done = doneBy(store.folder.workspace, plan);
  const before = await store.snapshots.read(record.before.snapshot);
  const versions = await versionsAt(store, before, done);
  const current = await saveWorkspace(copy);
  const files = new Map(done.map((path) => [path, versions.get(path)]));
  const label = `before merging ${worktree.id}`;
  const derived = { ...(await patchFiles(store, current, { files })), label, time: now };
  const ours = await store.snapshots.read(store.snapshots.writeDerived(current, derived).id);
  const base = await store.readCopyRecord(worktree, record.base ?? copy.base);
  const theirs = await store.readCopyRecord(worktree, record.theirs);
  return merge(copy, { sides: { base, theirs, ours }, large: record.large });
}

async function saveWorkspace({ store, worktree, lock, now }: MergedCopy): Promise<SnapshotContent> {
  const label = `before merging ${worktree.id}`;
  const { id } = store.snapshots.write({ label, time: now, ...(await store.saveWorkspace(lock)) });
  return store.snapshots.read(id);
}

async function merge(copy: MergedCopy, request: MergeRequest): Promise<MergeOutcome> {
  const { store, worktree } = copy;
  const { base, theirs, ours } = request.sides;
  const plan = await planMerge(store, worktree, request);
  const before = { snapshot: ours.snapshot.id, skipped: ours.snapshot.skippedCount };
  const record: MergeRecord = {
    format: 1,
    base: base.snapshot.id,
    theirs: theirs.snapshot.id,
    large: request.large,
    before,
  };
  writeMergeRecord(worktree, { ...record, plan });
  return applyPlan(copy, record, plan);
}

const nothingChanged: MergeOutcome = { changed: [], conflicts: [] };

async function applyPlan(
  { store, worktree, now }: MergedCopy,
  record: MergeRecord,
  plan: MergePlan,
): Promise<MergeOutcome> {
  const { format, theirs, large, before } = record;
  const merged = await applyMerge(store, worktree, plan);
  const change = before && (await recordMerge({ store, worktree, now }, { before: before.snapshot, plan, merged }));
  const outcome = { ...merged, before, change };
  writeMergeRecord(worktree, { format, theirs, large, outcome });
  return outcome;
}

/** Records what was merged, so that it can be distinguished from others' changes, and undone. */
async function recordMerge(
  { store, worktree, now }: Pick<MergedCopy, "store" | "worktree" | "now">,
  { before, plan, merged }: { before: string; plan: MergePlan; merged: MergeOutcome },
): Promise<ChangeRecord> {
  const content = await store.snapshots.read(before);
  const changed = new Set(merged.changed);
  const modes = await versionsAt(store, content, Object.keys(plan.modes));
  const files = new Map([
    ...[...modes].map(([path, version]) => [path, { ...version, mode: plan.modes[path] ?? version.mode }] as const),
    ...plan.removals.map(({ path }) => [path, undefined] as const),
    ...plan.writes.map(({ path, version }) => [path, version] as const),
  ]);
  const folders = new Map(plan.folders.toMake.map((path) => [path, true] as const));
  const after = await patchFiles(store, content, {
    files: new Map([...files].filter(([path]) => changed.has(path))),
    folders: new Map([...folders].filter(([path]) => changed.has(`${path}/`))),
  });
  const label = `after merging ${worktree.id}`;
  return writeChangeRecord(store.snapshots, {
    before: content,
    after,
    files: await changedFiles(store, content, after),
    label,
    time: now,
    by: worktree.id,
  });
}

function isSame(base: SnapshotContent, { tree, state }: SavedTree): boolean {
  return base.tree === tree && JSON.stringify(base.manifest) === JSON.stringify(manifestOf(state));
}
