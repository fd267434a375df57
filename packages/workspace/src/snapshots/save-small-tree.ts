import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { fileStamp } from "./apply-restore.ts";
import { writeObject } from "./git-objects.ts";
import type { Git } from "./git-program.ts";
import { patchTree, type TreeChange } from "./patch-tree.ts";
import type { Scan } from "./scan-workspace.ts";
import type { StoreFolder } from "./store-folder.ts";
import { countFiles, type TreeState } from "./tree-state.ts";

/** Up to so many files, to look at and save each of them here takes less time than to start git. */
export const mostSmallFiles = 48;
const mostSmallBytes = 8 * 1024 * 1024;
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
export function isSmall({ candidates, state, bytes }: Scan, mostFiles: number): boolean {
  return candidates.length <= mostFiles && bytes <= mostSmallBytes && candidates.length === countFiles(state);
}

/** Writes what a scan found as a tree without the help of git, whose index is left as it is. */
export async function saveSmallTree(
  store: { git: Git; folder: StoreFolder },
  scan: Scan,
  known: KnownContents,
): Promise<string> {
  const { root, now } = scan.rules;
  const changes = new Map<string, TreeChange>();
  for (const path of scan.candidates) {
    const absolute = join(root, path);
    const stamp = `${path}\0${fileStamp(absolute)}`;
    const content = known.get(stamp) ?? saveFile(store.folder, absolute);
    if (!content) continue;
    changes.set(path, content);
    if (isOld(absolute, now)) known.set(stamp, content);
  }
  const tree = await patchTree(store, undefined, changes);
  return tree ?? writeObject(store.folder, "tree", Buffer.alloc(0));
}

/** undefined for a file that went, or became something else, while the scan was under way. */
export function saveFile(folder: StoreFolder, absolute: string): TreeChange {
  try {
    const stat = lstatSync(absolute);
    if (!stat.isFile() && !stat.isSymbolicLink()) return undefined;
    const content = stat.isSymbolicLink() ? readlinkSync(absolute, "buffer") : readFileSync(absolute);
    const oid = writeObject(folder, "blob", content);
    if (stat.isSymbolicLink()) return { oid, mode: "120000" };
    return { oid, mode: stat.mode & 0o100 ? "100755" : "100644" };
  } catch (error) {
    if (lstatSync(absolute, { throwIfNoEntry: false }) === undefined) return undefined;
    throw error;
  }
}

function isOld(absolute: string, now: number): boolean {
  const stat = lstatSync(absolute, { throwIfNoEntry: false });
  return stat !== undefined && now - Math.max(stat.mtimeMs, stat.ctimeMs) > coarsestTickMs;
}
