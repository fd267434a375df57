import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { checkStored } from "./check-stored.ts";
import { nothing } from "./diff-trees.ts";
import { formatIndex, type IndexEntry, parseIndex } from "./git-index.ts";
import type { SaveProgress } from "./save-progress.ts";
import type { StoreFolder } from "./store-folder.ts";
import { writeAtomically } from "./write-atomically.ts";

interface BatchStore {
  readonly folder: StoreFolder;
  /** Exists if some files are saved already; contains all of them afterwards. */
  readonly index: string;
}

const keepEveryMs = 10_000;
/** A file changed this shortly before it was read may have been changed again without a trace in its times. */
const coarsestTickMs = 2000;

interface BatchOptions {
  readonly progress: SaveProgress | undefined;
  readonly batchFiles: number;
  /** Saves files into an empty index. */
  readonly addToIndex: (index: string, paths: readonly string[]) => Promise<void>;
}

/**
 * Saves many files in batches, each verified before the next. If it is stopped, the store's index has what was saved until
 * then.
 */
export async function saveInBatches(
  store: BatchStore,
  paths: readonly string[],
  { progress, batchFiles, addToIndex }: BatchOptions,
): Promise<void> {
  const entries = new Map((await entriesOf(store.index)).map((entry) => [entry.path, entry]));
  // What is saved again says nothing about the file until then.
  for (const path of paths) entries.delete(path);
  if (progress) progress.entries = entries;
  const part = `${store.index}-part`;
  let keptAt = performance.now();
  try {
    for (let at = 0; at < paths.length; at += batchFiles) {
      progress?.signal.throwIfAborted();
      const batch = paths.slice(at, at + batchFiles);
      rmSync(part, { force: true });
      await addToIndex(part, batch);
      const saved = new Map((await verified(store.folder, part)).map((entry) => [entry.path, entry]));
      for (const path of batch) {
        const entry = saved.get(path);
        if (entry) entries.set(path, entry);
        else entries.delete(path);
      }
      progress?.report();
      if (performance.now() - keptAt < keepEveryMs) continue;
      await keep(store.folder, entries);
      keptAt = performance.now();
    }
    writeFileSync(store.index, await formatIndex(entries.values()), { mode: 0o600 });
  } finally {
    rmSync(part, { force: true });
    if (progress?.signal.aborted) await keep(store.folder, entries);
  }
}

export async function entriesOf(index: string): Promise<readonly IndexEntry[]> {
  try {
    return (await parseIndex(readFileSync(index))) ?? [];
  } catch {
    return [];
  }
}

async function keep(folder: StoreFolder, entries: ReadonlyMap<string, IndexEntry>): Promise<void> {
  writeAtomically(folder.index, await formatIndex(entries.values()));
}

async function verified(folder: StoreFolder, index: string): Promise<readonly IndexEntry[]> {
  const entries = await entriesOf(index);
  if (entries.length === 0) return [];
  const written = statSync(index).mtimeMs;
  const absent = { mode: nothing, oid: "" };
  const corrections = await checkStored(
    folder,
    entries.map(({ path, mode, oid }) => ({ path, from: absent, to: { mode, oid } })),
  );
  return entries.flatMap((entry) => {
    if (corrections.has(entry.path)) {
      const content = corrections.get(entry.path);
      return content ? [entry.withoutStat(content)] : [];
    }
    return [entry.modified > written - coarsestTickMs ? entry.withoutStat() : entry];
  });
}
