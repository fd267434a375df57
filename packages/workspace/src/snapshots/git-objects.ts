import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { type JournalTarget, maxJournaled, type ObjectType } from "./journal.ts";
import type { StoreFolder } from "./store-folder.ts";
import { writeAtomically } from "./write-atomically.ts";

export interface TreeEntry {
  /** Git's notation: `100644`, `100755`, `120000`, `40000`. */
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

export const folderMode = "40000";

const maxKnown = 50_000;
const maxTrees = 2_000;

/** Objects known to exist, and trees already read. Cleared when something is pruned. */
export class ObjectCache {
  readonly #known = new Set<string>();
  readonly #trees = new Map<string, ReadonlyMap<string, TreeEntry>>();

  has(oid: string): boolean {
    return this.#known.has(oid);
  }

  add(oid: string): void {
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.add(oid);
  }

  tree(oid: string): ReadonlyMap<string, TreeEntry> | undefined {
    return this.#trees.get(oid);
  }

  addTree(oid: string, entries: ReadonlyMap<string, TreeEntry>): void {
    if (this.#trees.size >= maxTrees) this.#trees.clear();
    this.#trees.set(oid, entries);
  }

  /** For objects discarded before they reached the disk. */
  forget(oids: Iterable<string>): void {
    for (const oid of oids) {
      this.#known.delete(oid);
      this.#trees.delete(oid);
    }
  }

  clear(): void {
    this.#known.clear();
    this.#trees.clear();
  }
}

/** Small objects are written here rather than by git: starting a process costs more than writing all of them. */
export function writeObject(folder: StoreFolder, type: ObjectType, content: Uint8Array): string {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const oid = process.getBuiltinModule("node:crypto").hash("sha1", whole, "hex");
  if (folder.objects.has(oid)) return oid;
  folder.objects.add(oid);
  if (folder.journal.isCollecting && content.length <= maxJournaled) folder.journal.add(oid, { type, content });
  else writeLooseObject(folder, oid, whole);
  return oid;
}

function writeLooseObject(folder: StoreFolder, oid: string, whole: Uint8Array): void {
  const path = loosePath(folder, oid);
  if (existsSync(path)) return;
  // The prefix that git uses for unfinished objects.
  const fresh = join(folder.path, "objects", `tmp_obj_${process.pid}_${performance.timeOrigin}`);
  try {
    writeFileSync(fresh, process.getBuiltinModule("node:zlib").deflateSync(whole, { level: 1 }), { mode: 0o400 });
    moveIntoFolder(fresh, path);
  } catch (error) {
    folder.objects.clear();
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Unpacks journals into the store. */
export function journalTarget(folder: StoreFolder): JournalTarget {
  return {
    writeObject: ({ type, content }) => {
      const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
      writeLooseObject(folder, process.getBuiltinModule("node:crypto").hash("sha1", whole, "hex"), whole);
    },
    writeRef: (id, commit) => {
      const path = join(folder.refs, basename(id));
      // Every file in this folder counts as a reference, even an unfinished one.
      if (!existsSync(path)) writeAtomically(path, `${commit}\n`, { tempFolder: folder.path });
    },
  };
}

/** Git's object id of a file's content. */
export function blobOid(content: Uint8Array): string {
  const hash = process.getBuiltinModule("node:crypto").createHash("sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}

/** The folder almost always exists, and checking costs more than the rename. */
function moveIntoFolder(fresh: string, path: string): void {
  try {
    renameSync(fresh, path);
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") throw error;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    renameSync(fresh, path);
  }
}

export function hasLooseObject(folder: StoreFolder, oid: string): boolean {
  return folder.journal.get(oid) !== undefined || existsSync(loosePath(folder, oid));
}

/** Entries of a folder by name. undefined if the tree is in a pack. */
export function readLooseTree(folder: StoreFolder, oid: string): ReadonlyMap<string, TreeEntry> | undefined {
  const known = folder.objects.tree(oid);
  if (known) return known;
  const content = readLooseObject(folder, oid);
  return content && rememberTree(folder, oid, parseTree(content));
}

export function rememberTree(
  folder: StoreFolder,
  oid: string,
  entries: readonly TreeEntry[],
): ReadonlyMap<string, TreeEntry> {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  folder.objects.addTree(oid, byName);
  return byName;
}

/** undefined if the object is in a pack. */
export function readLooseObject(folder: StoreFolder, oid: string): Buffer | undefined {
  const journaled = folder.journal.get(oid);
  if (journaled) return Buffer.from(journaled.content);
  const path = loosePath(folder, oid);
  if (!existsSync(path)) return undefined;
  const whole = process.getBuiltinModule("node:zlib").inflateSync(readFileSync(path));
  return whole.subarray(whole.indexOf(0) + 1);
}

export function writeTree(folder: StoreFolder, entries: readonly TreeEntry[]): string {
  const sorted = entries
    .map((entry) => ({ entry, key: Buffer.from(entry.mode === folderMode ? `${entry.name}/` : entry.name) }))
    .sort((left, right) => Buffer.compare(left.key, right.key));
  const parts = sorted.flatMap(({ entry }) => [
    Buffer.from(`${entry.mode} ${entry.name}\0`),
    Buffer.from(entry.oid, "hex"),
  ]);
  const oid = writeObject(folder, "tree", Buffer.concat(parts));
  rememberTree(folder, oid, entries);
  return oid;
}

export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at);
    const [mode = "", ...name] = content.toString("utf8", at, end).split(" ");
    entries.push({ mode, name: name.join(" "), oid: content.toString("hex", end + 1, end + 21) });
    at = end + 21;
  }
  return entries;
}

function loosePath(folder: StoreFolder, oid: string): string {
  return join(folder.path, "objects", oid.slice(0, 2), oid.slice(2));
}
