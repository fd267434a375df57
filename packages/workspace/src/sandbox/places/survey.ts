import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isProtectedPath } from "@roo-code/types";
import type { IsIgnored } from "../../roo-ignore.ts";

/** Something in the workspace that a command may not touch as it likes. */
export interface Place {
  /** Workspace-relative. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
  /** Stays the same when it is renamed. */
  readonly identity: string;
}

export interface Surveyed {
  /** Read-only for commands. */
  readonly protected: readonly Place[];
  /** `.git`, as a folder or as the file of a worktree. */
  readonly repositories: readonly Place[];
  /** Kept from the agent by the person. */
  readonly ignored: readonly Place[];
  /** Folders that were looked into. */
  readonly folders: ReadonlySet<string>;
  /** False where the workspace has more folders, or more such places, than are looked at. */
  readonly isComplete: boolean;
}

interface Folder {
  readonly stamp: string;
  readonly subfolders: readonly string[];
  readonly notable: readonly { readonly path: string; readonly kind: Place["kind"]; readonly room: Room }[];
}

type Room = "protected" | "repositories" | "ignored";

export const surveyLimits = { folders: 3000, places: 500 };

/** Brought by package managers or made by builds: what is in them configures nothing of the person's. */
const passedOver = new Set(
  "node_modules .pnpm-store .venv venv target __pycache__ .tox .gradle .next .turbo".split(" "),
);

/** Looks through a workspace, and again at the folders that changed since. */
export class Survey {
  readonly #root: string;
  readonly #folders = new Map<string, Folder>();
  #isIgnored: IsIgnored | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  look(isIgnored: IsIgnored): Surveyed {
    if (isIgnored !== this.#isIgnored) this.#folders.clear();
    this.#isIgnored = isIgnored;
    const found = { protected: [] as Place[], repositories: [] as Place[], ignored: [] as Place[] };
    const folders = new Set<string>();
    const queue = [""];
    let places = 0;
    while (folders.size < surveyLimits.folders) {
      const path = queue.shift();
      if (path === undefined) break;
      folders.add(path);
      const { subfolders, notable } = this.#folder(path, isIgnored);
      queue.push(...subfolders);
      places += notable.length;
      if (places > surveyLimits.places) break;
      for (const { room, ...place } of notable) found[room].push({ ...place, identity: this.#identity(place.path) });
    }
    return { ...found, folders, isComplete: queue.length === 0 && places <= surveyLimits.places };
  }

  #folder(path: string, isIgnored: IsIgnored): Folder {
    const absolute = join(this.#root, path);
    const stamp = stampOf(absolute);
    const known = this.#folders.get(path);
    if (known?.stamp === stamp) return known;
    const folder = { stamp, ...sortEntries(path, readEntries(absolute), isIgnored) };
    this.#folders.set(path, folder);
    return folder;
  }

  #identity(path: string): string {
    const found = lstatSync(join(this.#root, path), { throwIfNoEntry: false, bigint: true });
    return found ? `${found.dev}:${found.ino}` : "";
  }
}

function sortEntries(folder: string, entries: readonly Dirent[], isIgnored: IsIgnored): Omit<Folder, "stamp"> {
  const subfolders: string[] = [];
  const notable: Folder["notable"][number][] = [];
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const kind = kindOf(entry);
    const room = roomOf(path, kind, isIgnored);
    if (room) notable.push({ path, kind, room });
    else if (kind === "folder" && !passedOver.has(entry.name)) subfolders.push(path);
  }
  return { subfolders, notable };
}

function roomOf(path: string, kind: Place["kind"], isIgnored: IsIgnored): Room | undefined {
  if (/(^|\/)\.git$/i.test(path)) return "repositories";
  if (isIgnored(kind === "folder" ? `${path}/` : path)) return "ignored";
  return isProtectedPath(path) ? "protected" : undefined;
}

function kindOf(entry: Dirent): Place["kind"] {
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "file";
}

function stampOf(folder: string): string {
  const found = lstatSync(folder, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.ino}-${found.mtimeNs}` : "";
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
