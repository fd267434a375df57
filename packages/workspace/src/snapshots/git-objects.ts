import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import type { StoreFolder } from "./store-folder.ts";

export interface TreeEntry {
  /** As git writes it: `100644`, `100755`, `120000`, `40000`. */
  readonly mode: string;
  readonly name: string;
  readonly oid: string;
}

export const folderMode = "40000";

/** Small objects are written here instead of by git: the start of a process costs more than all of them. */
export function writeObject(folder: StoreFolder, type: "blob" | "tree" | "commit", content: Uint8Array): string {
  const whole = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]);
  const oid = process.getBuiltinModule("node:crypto").hash("sha1", whole, "hex");
  const path = loosePath(folder, oid);
  if (existsSync(path)) return oid;
  // The prefix by which git knows what nobody finished.
  const fresh = join(folder.path, "objects", `tmp_obj_${process.pid}_${performance.timeOrigin}`);
  try {
    writeFileSync(fresh, process.getBuiltinModule("node:zlib").deflateSync(whole, { level: 1 }), { mode: 0o400 });
    moveIntoFolder(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  return oid;
}

/** As git names a file's content. */
export function blobOid(content: Uint8Array): string {
  const hash = process.getBuiltinModule("node:crypto").createHash("sha1");
  return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
}

/** The folder is nearly always there, and to make sure of it costs more than the file. */
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
  return existsSync(loosePath(folder, oid));
}

/** undefined for an object that is in a pack. */
export function readLooseObject(folder: StoreFolder, oid: string): Buffer | undefined {
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
  return writeObject(folder, "tree", Buffer.concat(parts));
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
