import { type BigIntStats, readlinkSync } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { readHeldFile } from "../files/held-file.ts";
import type { HeldFolder } from "../files/held-folder.ts";
import { HeldParents } from "../files/held-parents.ts";
import { isSettled } from "../files/is-settled.ts";
import { writeObject } from "./git-objects.ts";
import type { Git } from "./git-program.ts";
import { patchTree, type TreeChange } from "./patch-tree.ts";
import type { Scan } from "./scan-workspace.ts";
import type { StoreFolder } from "./store-folder.ts";
import { countFiles, stampOf, type TreeState } from "./tree-state.ts";

/** Up to this many files, examining and saving each of them here is faster than starting git. */
export const maxSmallFiles = 48;
const maxSmallBytes = 8 * 1024 * 1024;

/** Contents of files when last read, by path and metadata. */
export type KnownContents = Map<string, TreeChange>;

/** A scan that starts from a state without stamps examines every file and relies on no index. */
export function withoutStamps(state: TreeState): TreeState {
  const folders = new Map([...state.folders].map(([path, found]) => [path, { ...found, stamp: "" }]));
  return { ...state, folders };
}

/** Whether the scan examined every file, and there are few. */
export function isSmall({ candidates, state, bytes }: Scan, maxFiles: number): boolean {
  return candidates.length <= maxFiles && bytes <= maxSmallBytes && candidates.length === countFiles(state);
}

/** Writes a scan's files as a tree without git, whose index is not changed. */
export async function saveSmallTree(
  store: { git: Git; folder: StoreFolder },
  scan: Scan,
  known: KnownContents,
): Promise<string> {
  const { root, now } = scan.rules;
  const changes = new Map<string, TreeChange>();
  using parents = new HeldParents();
  for (const path of scan.candidates) {
    const found = findEntry(parents, join(root, path));
    if (!found) continue;
    const stamp = `${path}\0${stampOf(found.stat)}`;
    const content = known.get(stamp) ?? saveEntry(store.folder, found);
    if (!content) continue;
    changes.set(path, content);
    if (isSettled(found.stat, now)) known.set(stamp, content);
  }
  const tree = await patchTree(store, undefined, changes);
  return tree ?? writeObject(store.folder, "tree", Buffer.alloc(0));
}

/** undefined for a file that was deleted, or replaced by something else, during the scan. */
export function saveFile(store: StoreFolder, absolute: string): TreeChange {
  using parents = new HeldParents();
  const found = findEntry(parents, absolute);
  return found && saveEntry(store, found);
}

interface FoundEntry {
  readonly folder: HeldFolder;
  readonly name: string;
  readonly stat: BigIntStats;
}

function findEntry(parents: HeldParents, absolute: string): FoundEntry | undefined {
  try {
    const { folder, name } = parents.of(absolute);
    const stat = folder.stat(name);
    return stat && { folder, name, stat };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function saveEntry(store: StoreFolder, { folder, name, stat }: FoundEntry): TreeChange {
  try {
    if (stat.isSymbolicLink()) {
      return { oid: writeObject(store, "blob", readlinkSync(folder.at(name), "buffer")), mode: "120000" };
    }
    if (!stat.isFile()) return undefined;
    const content = readHeldFile(folder, name);
    return content && { oid: writeObject(store, "blob", content), mode: stat.mode & 0o100n ? "100755" : "100644" };
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

/** EINVAL and ELOOP: a link was replaced by a file, or vice versa. */
function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "EINVAL", "ELOOP"].includes(systemErrorCode(error) ?? "");
}
