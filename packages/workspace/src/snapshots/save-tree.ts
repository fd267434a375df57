import { copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkStored } from "./check-stored.ts";
import { differences } from "./diff-trees.ts";
import { examineFileAt, nonDefaultMode } from "./examine-file.ts";
import { knownEntries } from "./first/known-entries.ts";
import { formatIndex } from "./git-index.ts";
import type { Git } from "./git-program.ts";
import type { TreeChange } from "./patch-tree.ts";
import { entriesOf, saveInBatches } from "./save-batches.ts";
import type { SaveProgress } from "./save-progress.ts";
import { saveFile } from "./save-small-tree.ts";
import type { Scan } from "./scan-workspace.ts";
import type { StoreFolder } from "./store-folder.ts";
import { isRunning } from "./store-lock.ts";
import { nameOf, parentOf, type TreeState } from "./tree-state.ts";

export interface SavedTree {
  readonly tree: string;
  readonly state: TreeState;
  /** Makes this index the one the next save starts from. */
  commit(): void;
}

/** From this many files on, they are written into one pack rather than a file each. */
const packFrom = 64;
/** Git compares each object of a pack with all previous ones. */
const packSize = 10_000;

/** Up to this many files, saving them here is faster than verifying what git saved. */
const maxAddedDirectly = 64;

/** With fewer files, saving them takes less time than looking for them elsewhere. */
const defaultRepositoryFrom = 2_000;
/** More are saved in batches: that takes long enough to be interrupted, and to be shown. */
const defaultBatch = 5_000;

interface SaveRequest {
  readonly scan: Scan;
  /** The index matches every file afterwards; otherwise git may consider some changed that are not. */
  readonly byGit: boolean;
  /** The git program, to read the user's own repository with; absent: that is not used. */
  readonly program?: string | undefined;
  readonly progress?: SaveProgress | undefined;
  readonly batchFiles?: number | undefined;
  readonly repositoryFrom?: number | undefined;
}

/** Writes what a scan found, and what git itself finds changed, as a tree. Uses a temporary index. */
export async function saveTree(git: Git, folder: StoreFolder, request: SaveRequest): Promise<SavedTree> {
  const { scan, byGit, progress, batchFiles = defaultBatch } = request;
  const index = join(folder.path, `index-${process.pid}`);
  removeAbandoned(folder);
  // Git replaces an index and never writes into it: a hard link is as good as a copy.
  const isNew = !existsSync(folder.index);
  if (isNew) await startIndex(git, folder, { ...request, index });
  else linkOrCopy(folder.index, index);
  try {
    const isFirst = !existsSync(index);
    const dirty = isFirst ? [] : await dirtyPaths(git, index);
    const { state, changed, gone } = examineDirty(scan, dirty);
    await updateIndex(git, index, ["--force-remove"], gone);
    progress?.signal.throwIfAborted();
    const hasMany = isNew || scan.candidates.length > batchFiles;
    const candidates = hasMany ? await unsaved(index, scan, dirty) : scan.candidates;
    const added = [...new Set([...candidates, ...changed])];
    const store = { git, folder, index, isFirst };
    const tree =
      added.length > batchFiles
        ? await addInBatches(store, added, { byGit, progress, batchFiles })
        : byGit || added.length > maxAddedDirectly
          ? await addByGit(store, added)
          : await addDirectly(store, added);
    return { tree, state, commit: () => replaceIndex(index, folder.index) };
  } catch (error) {
    rmSync(index, { force: true });
    throw error;
  }
}

/** With what the user's own repository has already. */
async function startIndex(
  git: Git,
  folder: StoreFolder,
  { scan, program, index, repositoryFrom = defaultRepositoryFrom }: SaveRequest & { readonly index: string },
): Promise<void> {
  if (program === undefined || scan.candidates.length < repositoryFrom) return;
  const entries = await knownEntries({ git, program, folder, candidates: scan.candidates });
  if (entries.length > 0) writeFileSync(index, await formatIndex(entries), { mode: 0o600 });
}

/** Of all files in a workspace that was scanned as if for the first time, those that the index does not have. */
async function unsaved(index: string, { candidates }: Scan, dirty: readonly string[]): Promise<readonly string[]> {
  const saved = new Set<string>();
  for (const { path } of await entriesOf(index)) saved.add(path);
  for (const path of dirty) saved.delete(path);
  return candidates.filter((path) => !saved.has(path));
}

/** Built into git. */
const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

interface IndexedStore {
  readonly git: Git;
  readonly folder: StoreFolder;
  readonly index: string;
  readonly isFirst: boolean;
}

async function addDirectly({ git, folder, index }: IndexedStore, paths: readonly string[]): Promise<string> {
  const saved = paths.map((path) => [path, saveFile(folder, join(folder.workspace, path))] as const);
  await setEntries(git, index, new Map(saved));
  return writeTree(git, index);
}

async function addByGit({ git, folder, index, isFirst }: IndexedStore, paths: readonly string[]): Promise<string> {
  if (paths.length === 0) return writeTree(git, index);
  const before = isFirst ? emptyTree : await writeTree(git, index);
  await updateIndex(git, index, ["--add", "--remove", "--replace"], paths);
  const stored = await writeTree(git, index);
  if (before === stored) return stored;
  const corrections = await checkStored(folder, await differences(git, before, stored));
  if (corrections.size === 0) return stored;
  await setEntries(git, index, corrections);
  return writeTree(git, index);
}

async function addInBatches(
  { git, folder, index }: IndexedStore,
  paths: readonly string[],
  { byGit, progress, batchFiles }: Pick<SaveRequest, "byGit" | "progress"> & { readonly batchFiles: number },
): Promise<string> {
  await saveInBatches({ folder, index }, paths, {
    progress,
    batchFiles,
    addToIndex: (part, batch) => {
      const stoppable: Git = (request) => git({ ...request, signal: progress?.signal });
      return updateIndex(stoppable, part, ["--add", "--remove", "--replace"], batch);
    },
  });
  // Fails if a file changed meanwhile, which the next save finds.
  if (byGit) await git({ arguments: ["update-index", "-q", "--refresh"], index }).catch(() => undefined);
  return writeTree(git, index);
}

async function writeTree(git: Git, index: string): Promise<string> {
  return (await git({ arguments: ["write-tree"], index })).toString().trim();
}

async function setEntries(git: Git, index: string, entries: ReadonlyMap<string, TreeChange>): Promise<void> {
  if (entries.size === 0) return;
  const lines = [...entries].map(([path, entry]) => `${entry?.mode ?? "0"} ${entry?.oid ?? noObject}\t${path}\0`);
  await git({ arguments: ["update-index", "-z", "--index-info"], index, input: lines.join("") });
}

const noObject = "0".repeat(40);

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

function replaceIndex(from: string, to: string): void {
  if (!existsSync(from)) return;
  renameSync(from, to);
  // Both names were the same file: the rename had no effect.
  rmSync(from, { force: true });
}

/** Files of killed processes; holding the lock means that no other process is using them. */
function removeAbandoned(folder: StoreFolder): void {
  for (const name of readdirSync(folder.path)) {
    const watcher = /^cookies-(\d+)(?:-\d+)?$/.exec(name)?.[1];
    const isAbandoned = watcher ? !isRunning(Number(watcher)) : /^index-\d+(-part)?(\.lock)?$|\.tmp$/.test(name);
    if (isAbandoned) rmSync(join(folder.path, name), { recursive: true, force: true });
  }
}

/** Files whose size, time or permissions changed since git last saved them. */
export async function dirtyPaths(git: Git, index: string): Promise<readonly string[]> {
  const listed = await git({ arguments: ["diff-files", "--name-only", "-z", "--no-ext-diff", "--no-textconv"], index });
  return listed.toString("utf8").split("\0").slice(0, -1);
}

function examineDirty(
  scan: Scan,
  dirty: readonly string[],
): { state: TreeState; changed: readonly string[]; gone: readonly string[] } {
  const folders = new Map(scan.state.folders);
  const fresh = new Set(scan.candidates);
  const [changed, gone]: [string[], string[]] = [[], []];
  for (const path of dirty) {
    if (fresh.has(path)) continue;
    const parent = folders.get(parentOf(path));
    // A path whose folder was not scanned may go through a link, or be skipped.
    const found = parent && examineFileAt(join(scan.rules.root, path), scan.rules.maxFileBytes);
    if (found?.kind !== "file") {
      gone.push(path);
      if (found?.kind === "skipped") {
        const skipped = { ...parent?.skipped, [nameOf(path)]: found.rule };
        if (parent && !(nameOf(path) in parent.skipped)) {
          folders.set(parentOf(path), { ...parent, skipped, files: parent.files - 1 });
        }
      }
      continue;
    }
    changed.push(path);
    const { [nameOf(path)]: _, ...modes } = parent?.modes ?? {};
    const mode = nonDefaultMode(found, scan.rules.usual);
    if (parent) {
      const all = mode === undefined ? modes : { ...modes, [nameOf(path)]: mode };
      folders.set(parentOf(path), { ...parent, modes: all });
    }
  }
  return { state: { ...scan.state, folders }, changed, gone };
}

async function updateIndex(
  git: Git,
  index: string,
  options: readonly string[],
  paths: readonly string[],
): Promise<void> {
  const isMany = paths.length >= packFrom && (await canPack(git));
  for (let at = 0; at < paths.length; at += packSize) {
    const part = paths.slice(at, at + packSize);
    const asPack = isMany ? ["-c", "core.bigFileThreshold=1"] : [];
    await git({
      arguments: [...asPack, "update-index", ...options, "-z", "--stdin"],
      index,
      input: `${part.join("\0")}\0`,
    });
  }
}

/** Older versions write a pack per file. */
async function canPack(git: Git): Promise<boolean> {
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec((await git({ arguments: ["version"] })).toString()) ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 38);
}
