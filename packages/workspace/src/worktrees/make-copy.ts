import {
  type BigIntStats,
  chmodSync,
  closeSync,
  fchmodSync,
  futimesSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { type SharedPath, systemErrorCode } from "@roo-code/types";
import { copyHeldFile, readHeldFile } from "../files/held-file.ts";
import { HeldParents } from "../files/held-parents.ts";
import type { Scan } from "../snapshots/scan-workspace.ts";
import { skippedPaths } from "../snapshots/tree-state.ts";
import { copyRepository } from "./copy-repository.ts";
import { linkSkipped } from "./link-skipped.ts";
import type { WorktreeFolder } from "./worktree-folder.ts";
import type { WorktreeStore } from "./worktree-store.ts";

/** Fills the folder of a copy with the workspace's current files. Returns what it shares. */
export async function makeCopy(store: WorktreeStore, { files }: WorktreeFolder): Promise<SharedPath[]> {
  const root = store.folder.workspace;
  const scan = await store.listWorkspace();
  mkdirSync(files, { recursive: true, mode: 0o700 });
  await copyFiles(scan, files);
  const skipped = skippedPaths(scan.state);
  const { links, shared } = linkSkipped(root, files, skipped);
  for (const { path: given } of skipped.filter(({ rule }) => rule === "git")) {
    const path = given.replace(/\/$/, "");
    const repository = path.slice(0, -".git".length);
    const hidden = links.flatMap((link) => (link.startsWith(repository) ? [link.slice(repository.length)] : []));
    const objects = await copyRepository(store.git, { from: join(root, path), to: join(files, path), hidden });
    if (objects !== undefined) shared.push({ path: objects, at: `${path}/objects` });
  }
  setFolderModes(scan, files);
  return shared;
}

/** How long copying blocks the event loop. */
const yieldAfterMs = 25;
/** Up to this size, reading and writing takes a third of the time of the system's copy. */
const smallBytes = 128 * 1024;

/** Errors for a file that was removed or replaced after it was listed. */
const fileErrors: ReadonlySet<string> = new Set("ENOENT ENOTDIR EISDIR EACCES EPERM EINVAL ELOOP".split(" "));

/**
 * Recreates what a scan found in an empty folder: files with permissions and times, and links.
 * @internal
 */
export async function copyFiles({ state, rules, candidates }: Scan, target: string): Promise<void> {
  const yieldOften = yielder();
  for (const folder of state.folders.keys()) {
    await yieldOften();
    if (folder !== "") mkdirSync(join(target, folder));
  }
  using parents = new HeldParents();
  for (const path of candidates) {
    await yieldOften();
    copyFile(parents, join(rules.root, path), join(target, path));
  }
}

/** Last: nothing can be created in a read-only folder. */
function setFolderModes({ state }: Scan, target: string): void {
  for (const [folder, { mode }] of [...state.folders].toReversed()) {
    const path = join(target, folder);
    if (folder !== "" && (lstatSync(path).mode & 0o7777) !== mode) chmodSync(path, mode);
  }
}

function copyFile(parents: HeldParents, from: string, to: string): void {
  try {
    const { folder, name } = parents.of(from);
    const stat = folder.stat(name);
    if (stat?.isSymbolicLink()) return symlinkSync(readlinkSync(folder.at(name), "buffer"), to);
    if (!stat?.isFile()) return;
    if (stat.size <= smallBytes) return copySmallFile(readHeldFile(folder, name), to, stat);
    if (copyHeldFile(folder, name, to)) utimesSync(to, secondsOf(stat.atimeNs), secondsOf(stat.mtimeNs));
  } catch (error) {
    if (!fileErrors.has(systemErrorCode(error) ?? "")) throw error;
  }
}

function copySmallFile(content: Buffer | undefined, to: string, stat: BigIntStats): void {
  if (!content) return;
  const mode = Number(stat.mode) & 0o7777;
  const file = openSync(to, "wx", mode);
  try {
    writeFileSync(file, content);
    fchmodSync(file, mode);
    futimesSync(file, secondsOf(stat.atimeNs), secondsOf(stat.mtimeNs));
  } finally {
    closeSync(file);
  }
}

function secondsOf(nanoseconds: bigint): number {
  return Number(nanoseconds / 1000n) / 1e6;
}

function yielder(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < yieldAfterMs) return;
    await setImmediate();
    last = performance.now();
  };
}
