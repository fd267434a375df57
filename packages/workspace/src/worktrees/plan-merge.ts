import { join } from "node:path";
import type { BlobReader } from "../snapshots/blob-reader.ts";
import { mergeTexts } from "../snapshots/changes/merge-texts.ts";
import { type Decision, decide, kindOf, type Sides, type Version } from "../snapshots/changes/three-way.ts";
import { writeObject, writeTree } from "../snapshots/git-objects.ts";
import { dirtyPaths } from "../snapshots/save-tree.ts";
import { fileStamp } from "../snapshots/tree-state.ts";
import { changedFolders, changedSides, type MergeSides } from "./changed-sides.ts";
import type { MergePlan } from "./merge-plan.ts";
import { type Conflict, noteDeletion, setAside, setAsideFromDisk, statInCopy } from "./set-aside.ts";
import type { WorktreeFolder } from "./worktree-folder.ts";
import type { WorktreeStore } from "./worktree-store.ts";

export interface MergeRequest {
  readonly sides: MergeSides;
  /** Files of the copy that are too large for snapshots. */
  readonly large: readonly string[];
}

/** Decides what happens to every file and sets aside what cannot be merged. Changes nothing in the workspace. */
export async function planMerge(
  store: WorktreeStore,
  worktree: WorktreeFolder,
  request: MergeRequest,
): Promise<MergePlan> {
  const blobs = store.readBlobs();
  try {
    const planning = new Planning(store, worktree, blobs);
    const changed = await changedSides(store.git, request.sides);
    for (const [path, sides] of changed) await planning.add(path, sides);
    for (const path of request.large) if (!changed.has(path)) planning.setAsideFromDisk(path);
    planning.keepMerged();
    const stamps = await readStamps(store, planning.touched);
    const stampOf = (path: string): string => stamps.get(path) ?? "";
    return {
      writes: planning.writes.map((write) => ({ ...write, stamp: stampOf(write.path) })),
      removals: planning.removals.map((path) => ({ path, stamp: stampOf(path) })),
      modes: planning.modes,
      folders: await changedFolders(store.git, request.sides),
      folderMode: request.sides.ours.manifest.usual.folder,
      conflicts: planning.conflicts,
    };
  } finally {
    blobs.close();
  }
}

class Planning {
  readonly writes: { path: string; version: Version; theirs: Version; exists: boolean }[] = [];
  readonly removals: string[] = [];
  readonly modes: Record<string, number> = {};
  readonly conflicts: Conflict[] = [];
  readonly #store: WorktreeStore;
  readonly #worktree: WorktreeFolder;
  readonly #blobs: BlobReader;
  readonly #merged = new Set<string>();

  constructor(store: WorktreeStore, worktree: WorktreeFolder, blobs: BlobReader) {
    this.#store = store;
    this.#worktree = worktree;
    this.#blobs = blobs;
  }

  /** Paths of files that will be replaced or removed. */
  get touched(): string[] {
    return [...this.writes.filter(({ exists }) => exists).map(({ path }) => path), ...this.removals];
  }

  async add(path: string, sides: Sides): Promise<void> {
    const found = sides.theirs ? undefined : statInCopy(this.#worktree, path);
    // It exists, but snapshots no longer include it: it grew too large, or its folder is skipped now.
    if (found && !found.isDirectory()) return this.setAsideFromDisk(path);
    await this.#applyDecision(path, sides, decide(sides));
  }

  setAsideFromDisk(path: string): void {
    this.conflicts.push(setAsideFromDisk(this.#worktree, path));
  }

  /** The merged texts are in no snapshot yet: pruning must not delete them. */
  keepMerged(): void {
    if (this.#merged.size === 0) return;
    const entries = [...this.#merged].map((oid) => ({ mode: "100644", name: oid, oid }));
    this.#store.keepObject(this.#worktree, writeTree(this.#store.folder, entries));
  }

  async #applyDecision(path: string, sides: Sides, decision: Decision): Promise<void> {
    switch (decision.kind) {
      case "keep":
        return;
      case "write":
        return this.#write(path, sides, decision.version);
      case "remove":
        this.removals.push(path);
        return;
      case "chmod":
        this.modes[path] = decision.mode;
        return;
      case "merge":
        return this.#merge(path, sides, decision.mode);
      case "conflict":
        return this.#conflict(path, sides);
    }
  }

  #write(path: string, { ours, theirs }: Sides, version: Version): void {
    this.writes.push({ path, version, theirs: theirs ?? version, exists: ours !== undefined });
  }

  async #merge(path: string, sides: Sides, mode: number): Promise<void> {
    const [base, ours, theirs] = [
      await this.#read(sides.base),
      await this.#read(sides.ours),
      await this.#read(sides.theirs),
    ];
    const { program, folder } = this.#store;
    const text = await mergeTexts({ program, folder, scratch: this.#worktree.scratch }, { base, ours, theirs });
    if (!text) return this.#conflict(path, sides);
    const oid = writeObject(this.#store.folder, "blob", text);
    this.#merged.add(oid);
    this.#write(path, sides, { kind: kindOf(mode), oid, mode });
  }

  async #conflict(path: string, { theirs }: Sides): Promise<void> {
    const kept = theirs
      ? await setAside(this.#worktree, this.#blobs, { path, version: theirs })
      : noteDeletion(this.#worktree, path);
    this.conflicts.push(kept);
  }

  async #read(version: Version | undefined): Promise<Buffer> {
    return version ? this.#blobs.read(version.oid) : Buffer.alloc(0);
  }
}

/** First reads the stamps, then git reports which files differ from the snapshot of the workspace. */
async function readStamps(store: WorktreeStore, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { folder, git } = store;
  const stamps = new Map(paths.map((path) => [path, fileStamp(join(folder.workspace, path))]));
  if (paths.length === 0) return stamps;
  for (const path of await dirtyPaths(git, folder.index)) if (stamps.has(path)) stamps.set(path, "changed");
  return stamps;
}
