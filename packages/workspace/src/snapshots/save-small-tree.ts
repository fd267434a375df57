import { type BigIntStats, readlinkSync } from "node:fs";
import { join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { readHeldFile } from "../files/held-file.ts";
import type { HeldFolder } from "../files/held-folder.ts";
import { HeldParents } from "../files/held-parents.ts";
import { writeObject } from "./git-objects.ts";
import type { Git } from "./git-program.ts";
import { patchTree, type TreeChange } from "./patch-tree.ts";
import type { Scan } from "./scan-workspace.ts";
import type { StoreFolder } from "./store-folder.ts";
import { countFiles, stampOf, type TreeState } from "./tree-state.ts";

/** Up to so many files, to look at and save each of them here takes less time than to start git. */
export const maxSmallFiles = 48;
const maxSmallBytes = 8 * 1024 * 1024;
/** A file that was changed within this time of being read may be changed again without a trace in its times. */
const coarsestTickMs = 2000;

/** What files held when they were last read, by what the system says about them. */
export type KnownContents = Map<string, TreeChange>;

/** Without stamps: a scan that starts from it looks at every file, and none is left to git's index. */
export function withoutStamps(state: TreeState): TreeState {
  const folders = new Map([...state.folders].map(([path, found]) => [path, { ...found, stamp: "" }]));
  return { ...state, folders };
}

/** Whether the scan looked at every file there is, and they are few. */
export function isSmall({ candidates, state, bytes }: Scan, maxFiles: number): boolean {
  return candidates.length <= maxFiles && bytes <= maxSmallBytes && candidates.length === countFiles(state);
}

/** Writes what a scan found as a tree without the help of git, whose index is left as it is. */
export async function saveSmallTree(
  store: { git: Git; folder: StoreFolder },
  scan: Scan,
  known: KnownContents,
): Promise<string> {
  const { root, now } = scan.rules;
  const changes = new Map<string, TreeChange>();
  using parents = new HeldParents();
  for (const path of scan.candidates) {
    const found = lookAt(parents, join(root, path));
    if (!found) continue;
    const stamp = `${path}\0${stampOf(found.stat)}`;
    const content = known.get(stamp) ?? saveEntry(store.folder, found);
    if (!content) continue;
    changes.set(path, content);
    if (isOld(found.stat, now)) known.set(stamp, content);
  }
  const tree = await patchTree(store, undefined, changes);
  return tree ?? writeObject(store.folder, "tree", Buffer.alloc(0));
}

/** undefined for a file that went, or became something else, while the scan was under way. */
export function saveFile(store: StoreFolder, absolute: string): TreeChange {
  using parents = new HeldParents();
  const found = lookAt(parents, absolute);
  return found && saveEntry(store, found);
}

interface FoundEntry {
  readonly folder: HeldFolder;
  readonly name: string;
  readonly stat: BigIntStats;
}

function lookAt(parents: HeldParents, absolute: string): FoundEntry | undefined {
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

/** EINVAL and ELOOP: a link became a file, or a file a link. */
function isGone(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "EINVAL", "ELOOP"].includes(systemErrorCode(error) ?? "");
}

function isOld(stat: BigIntStats, now: number): boolean {
  const changed = stat.mtimeMs > stat.ctimeMs ? stat.mtimeMs : stat.ctimeMs;
  return now - Number(changed) > coarsestTickMs;
}
