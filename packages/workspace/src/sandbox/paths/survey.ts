import { type Dirent, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { isProtectedPath } from "@roo-code/types";
import type { IsIgnored } from "../../files/roo-ignore.ts";
import { isRepository } from "./git-paths.ts";

/** Something in the workspace that a command may not touch as it likes. */
export interface Place {
  /** Workspace-relative; empty for the workspace itself. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
  /** Stays the same when it is renamed; of a link it is also where that leads. */
  readonly identity: string;
  /** The identity of the folder that it is in. */
  readonly folder: string;
}

export interface Surveyed {
  /** Read-only for commands. */
  readonly protected: readonly Place[];
  /** `.git`, as a folder, a link or the file of a worktree; and folders that git takes for a repository without one. */
  readonly repositories: readonly Place[];
  /** Kept from the agent by the person. */
  readonly ignored: readonly Place[];
  /** By which programs outside could be reached. */
  readonly sockets: readonly Place[];
  /** Folders that were looked into. */
  readonly folders: ReadonlySet<string>;
  /** False where the workspace has more folders, or more such places, than are looked at. */
  readonly isComplete: boolean;
}

interface Folder {
  readonly stamp: string;
  readonly identity: string;
  readonly subfolders: readonly string[];
  readonly notable: readonly { readonly path: string; readonly kind: Place["kind"]; readonly room: Room }[];
}

type Room = "protected" | "repositories" | "ignored" | "sockets";

export const surveyLimits = { folders: 3000, places: 500 };

/** Brought by package managers: nothing in them is looked at but whether they are a repository themselves. */
const packages = "node_modules .pnpm-store .venv venv __pycache__ .tox".split(" ");
/** Made by builds: what is in them configures nothing of the person's, but a repository in one runs hooks as any other. */
const passedOver = new Set([...packages, ..."target .gradle .next .turbo".split(" ")]);
const storage = new Set(["objects", "refs", "logs", "hooks"]);

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
    const found: Record<Room, Place[]> = { protected: [], repositories: [], ignored: [], sockets: [] };
    const folders = new Set<string>();
    const queue = [""];
    let places = 0;
    while (folders.size < surveyLimits.folders) {
      const path = queue.shift();
      if (path === undefined) break;
      folders.add(path);
      const { subfolders, notable, identity } = this.#folder(path, isIgnored);
      queue.push(...subfolders);
      places += notable.length;
      if (places > surveyLimits.places) break;
      for (const { room, ...place } of notable)
        found[room].push({ ...place, identity: identityOf(join(this.#root, place.path)), folder: identity });
    }
    return { ...found, folders, isComplete: queue.length === 0 && places <= surveyLimits.places };
  }

  #folder(path: string, isIgnored: IsIgnored): Folder {
    const absolute = join(this.#root, path);
    const stat = lstatSync(absolute, { throwIfNoEntry: false, bigint: true });
    // Not by the time of its content, which a command can set back.
    const stamp = stat ? `${stat.ino}-${stat.ctimeNs}` : "";
    const known = this.#folders.get(path);
    if (known?.stamp === stamp) return known;
    const identity = stat ? `${stat.dev}:${stat.ino}` : "";
    const folder = { stamp, identity, ...sortEntries(path, readEntries(absolute), isIgnored) };
    this.#folders.set(path, folder);
    return folder;
  }
}

/** Empty where there is nothing. A number of a file that is gone may come to be another's: the time of birth tells them apart. */
export function identityOf(path: string): string {
  try {
    const found = lstatSync(path, { bigint: true });
    const target = found.isSymbolicLink() ? ` ${readlinkSync(path)}` : "";
    return `${found.dev}:${found.ino}:${found.birthtimeNs}${target}`;
  } catch {
    return "";
  }
}

function sortEntries(
  folder: string,
  entries: readonly Dirent[],
  isIgnored: IsIgnored,
): Pick<Folder, "subfolders" | "notable"> {
  const subfolders: string[] = [];
  const notable: Folder["notable"][number][] = [];
  // Its configuration counts for whoever stands in it, although there is no `.git`.
  const isStore = isRepository(entries.map(({ name }) => name));
  if (isStore) notable.push({ path: folder, kind: "folder", room: "repositories" });
  const [skipped, ...below] = skippedPart(folder);
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const kind = kindOf(entry);
    const room = skipped === undefined ? roomOf(path, entry, isIgnored) : repositoryRoom(path);
    if (room) notable.push({ path, kind, room });
    else if (
      kind === "folder" &&
      !(isStore && storage.has(entry.name)) &&
      (skipped === undefined || isNear(skipped, below))
    )
      subfolders.push(path);
  }
  return { subfolders, notable };
}

/** The names from the first folder on that is passed over; none where there is no such folder. */
function skippedPart(folder: string): readonly string[] {
  const names = folder.split("/");
  const index = names.findIndex((name) => passedOver.has(name));
  return index < 0 ? [] : names.slice(index);
}

/** Into the folders of a build it is looked, not into theirs. */
function isNear(skipped: string, below: readonly string[]): boolean {
  return below.length === 0 && !packages.includes(skipped);
}

function repositoryRoom(path: string): Room | undefined {
  return /(^|\/)\.git$/i.test(path) ? "repositories" : undefined;
}

function roomOf(path: string, entry: Dirent, isIgnored: IsIgnored): Room | undefined {
  if (entry.isSocket()) return "sockets";
  const repository = repositoryRoom(path);
  if (repository) return repository;
  if (isIgnored(entry.isDirectory() ? `${path}/` : path)) return "ignored";
  return isProtectedPath(path) ? "protected" : undefined;
}

function kindOf(entry: Dirent): Place["kind"] {
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "file";
}

function readEntries(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
