import { lstatSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { RooError } from "@roo-code/types";
import { privatePathsIn } from "../files/private-paths.ts";
import { type Examined, examineFileAt } from "./examine-file.ts";
import { homeCachesIn } from "./home-caches.ts";
import { Pauses } from "./pauses.ts";
import { isUnchanged, type ScannedFolder, type ScanRules, scanFolder } from "./scan-folder.ts";
import { below, chooseDefaultModes, type FolderState, type TreeState, unknownModes } from "./tree-state.ts";

export interface SnapshotCaps {
  readonly maxFileBytes: number;
  /** New bytes per snapshot. */
  readonly maxStepBytes: number;
  readonly maxFiles: number;
}

export const defaultCaps: SnapshotCaps = { maxFileBytes: 32 * 2 ** 20, maxStepBytes: 4 * 2 ** 30, maxFiles: 500_000 };

export interface ScanRequest {
  readonly root: string;
  readonly own: readonly string[];
  /** The user's home folder; by default the one the system reports. */
  readonly userHome?: string | undefined;
  readonly caps: SnapshotCaps;
  readonly now: number;
  /** The last scan: folders without added or removed entries are not read again. */
  readonly before: TreeState | undefined;
  /** Called before a folder is scanned. */
  readonly onFolder?: (folder: string) => void;
  readonly signal?: AbortSignal | undefined;
}

export interface Scan {
  readonly state: TreeState;
  readonly rules: ScanRules;
  /** Files and links that may have changed: all in the folders that were read. */
  readonly candidates: readonly string[];
  /** Size of the candidates. */
  readonly bytes: number;
}

/** How long a scan blocks the event loop. */
const pauseAfterMs = 10;

/** Finds everything to be saved. If that exceeds the limits, ignored files are left out; if it still does, it throws. */
export async function scanWorkspace(request: ScanRequest): Promise<Scan> {
  const first = await scanOnce(request, request.before?.leavesOutIgnored ?? false);
  if (!first.isOverLimit) return first.scan;
  if (!first.scan.rules.leavesOutIgnored) {
    const second = await scanOnce({ ...request, before: undefined }, true);
    if (!second.isOverLimit) return second.scan;
  }
  const { caps, root } = request;
  throw new RooError({
    code: "snapshot_too_large",
    message: `${root} is too large for a snapshot: at most ${caps.maxFiles} files and ${caps.maxStepBytes} new bytes.`,
    next: "Work in a smaller folder, list large folders in .gitignore, or raise the limits.",
  });
}

async function scanOnce(
  request: ScanRequest,
  leavesOutIgnored: boolean,
): Promise<{ scan: Scan; isOverLimit: boolean }> {
  const { now } = request;
  const rules = scanRules(request, leavesOutIgnored);
  const walk = new Walk(rules, request);
  await walk.visit("");
  const state = chooseDefaultModes({
    format: 1,
    time: now,
    leavesOutIgnored,
    usual: rules.usual,
    folders: walk.folders,
  });
  return {
    scan: { state, rules: { ...rules, usual: state.usual }, candidates: walk.candidates, bytes: walk.bytes },
    isOverLimit: walk.isOverLimit,
  };
}

export function scanRules(
  { root, own, userHome, caps, before, now }: ScanRequest,
  leavesOutIgnored: boolean,
): ScanRules {
  const home = userHome ?? homedir();
  return {
    root,
    own,
    private: new Set(privatePathsIn({ root, home })),
    caches: new Set(homeCachesIn({ root, home })),
    maxFileBytes: caps.maxFileBytes,
    leavesOutIgnored,
    usual: before?.usual ?? unknownModes,
    now,
  };
}

class Walk {
  readonly folders = new Map<string, FolderState>();
  readonly candidates: string[] = [];
  bytes = 0;
  readonly #rules: ScanRules;
  readonly #before: TreeState | undefined;
  readonly #caps: SnapshotCaps;
  readonly #onFolder: ScanRequest["onFolder"];
  #files = 0;
  #newBytes = 0;
  readonly #signal: AbortSignal | undefined;
  readonly #pauses = new Pauses(pauseAfterMs);

  constructor(rules: ScanRules, request: ScanRequest) {
    this.#rules = rules;
    this.#before = request.before;
    this.#caps = request.caps;
    this.#onFolder = request.onFolder;
    this.#signal = request.signal;
  }

  get isOverLimit(): boolean {
    return this.#files > this.#caps.maxFiles || this.#newBytes > this.#caps.maxStepBytes;
  }

  /** False if the folder cannot be read. */
  async visit(folder: string): Promise<boolean> {
    if (this.#pauses.isDue) await this.#pauses.take();
    this.#signal?.throwIfAborted();
    this.#onFolder?.(folder);
    const before = this.#before?.folders.get(folder);
    const state = before && isUnchanged(this.#rules, folder, before) ? this.#recheck(folder, before) : undefined;
    const found = state ?? (await this.#read(folder, before));
    if (!found) return false;
    this.#files += found.files;
    this.folders.set(folder, found);
    const unreadable: string[] = [];
    for (const name of found.folders) {
      if (this.isOverLimit) return true;
      if (!(await this.visit(below(folder, name)))) unreadable.push(name);
    }
    if (unreadable.length > 0) this.folders.set(folder, withoutFolders(this.#rules, folder, { found, unreadable }));
    return true;
  }

  async #read(folder: string, before: FolderState | undefined): Promise<FolderState | undefined> {
    const scanned: ScannedFolder | undefined = await scanFolder(this.#rules, folder, new Set(before?.folders));
    for (const [name, file] of scanned?.files ?? []) this.#add(below(folder, name), file);
    return scanned?.state;
  }

  /** Files that were too large may have shrunk, which does not change the folder. */
  #recheck(folder: string, before: FolderState): FolderState {
    const large = Object.entries(before.skipped).filter(([, rule]) => rule === "large" || rule === "unreadable");
    let state = before;
    for (const [name] of large.filter(([one]) => !one.endsWith("/"))) {
      const path = below(folder, name);
      const found = examineFileAt(join(this.#rules.root, path), this.#rules.maxFileBytes);
      if (found.kind !== "file") continue;
      const { [name]: _, ...skipped } = state.skipped;
      state = { ...state, skipped, files: state.files + 1 };
      this.#add(path, found);
    }
    return state;
  }

  #add(path: string, file: Extract<Examined, { kind: "file" }>): void {
    this.candidates.push(path);
    this.bytes += file.size;
    if (file.changed >= (this.#before?.time ?? 0) - 2000) this.#newBytes += file.size;
  }
}

function withoutFolders(
  rules: ScanRules,
  folder: string,
  { found, unreadable }: { found: FolderState; unreadable: readonly string[] },
): FolderState {
  const remaining = unreadable.filter((name) =>
    lstatSync(join(rules.root, folder, name), { throwIfNoEntry: false })?.isDirectory(),
  );
  return {
    ...found,
    stamp: "",
    folders: found.folders.filter((name) => !unreadable.includes(name)),
    skipped: { ...found.skipped, ...Object.fromEntries(remaining.map((name) => [`${name}/`, "unreadable" as const])) },
  };
}
