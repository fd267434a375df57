import { type Dirent, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { isProtectedPath } from "@roo-code/types";
import type { IsIgnored } from "../../files/roo-ignore.ts";
import { isRepository } from "./git-paths.ts";

/** A path in the workspace that is guarded against commands. */
export interface GuardedPath {
  /** Workspace-relative; empty for the workspace itself. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
  /** Unaffected by renames; for a link it includes the target. */
  readonly identity: string;
  /** The identity of its parent folder. */
  readonly folder: string;
}

export interface Surveyed {
  /** Read-only for commands. */
  readonly protected: readonly GuardedPath[];
  /** `.git`, as a folder, a link or the file of a worktree; and folders that git recognizes as a repository without one. */
  readonly repositories: readonly GuardedPath[];
  /** Listed in `.rooignore`. */
  readonly ignored: readonly GuardedPath[];
  /** Through which programs outside could be reached. */
  readonly sockets: readonly GuardedPath[];
  /** Folders that were read. */
  readonly folders: ReadonlySet<string>;
  /** False if the workspace has more folders, or more guarded paths, than the limits. */
  readonly isComplete: boolean;
}

interface Folder {
  readonly stamp: string;
  readonly identity: string;
  readonly subfolders: readonly string[];
  readonly notable: readonly {
    readonly path: string;
    readonly kind: GuardedPath["kind"];
    readonly category: Category;
  }[];
}

type Category = "protected" | "repositories" | "ignored" | "sockets";

const surveyLimits = { folders: 3000, paths: 500 };

/** Created by package managers: only checked for being repositories themselves. */
const packageFolders = "node_modules .pnpm-store .venv venv __pycache__ .tox".split(" ");
/** Created by builds: they contain no configuration of the user's, but a repository in one runs hooks like any other. */
const skippedFolders = new Set([...packageFolders, ..."target .gradle .next .turbo".split(" ")]);
const repositoryData = new Set(["objects", "refs", "logs", "hooks"]);

/** Scans a workspace, and later only the folders that changed. */
export class Survey {
  readonly #root: string;
  readonly #folders = new Map<string, Folder>();
  #isIgnored: IsIgnored | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  scan(isIgnored: IsIgnored): Surveyed {
    if (isIgnored !== this.#isIgnored) this.#folders.clear();
    this.#isIgnored = isIgnored;
    const found: Record<Category, GuardedPath[]> = { protected: [], repositories: [], ignored: [], sockets: [] };
    const folders = new Set<string>();
    const queue = [""];
    let count = 0;
    while (folders.size < surveyLimits.folders) {
      const path = queue.shift();
      if (path === undefined) break;
      folders.add(path);
      const { subfolders, notable, identity } = this.#folder(path, isIgnored);
      queue.push(...subfolders);
      count += notable.length;
      if (count > surveyLimits.paths) break;
      for (const { category, ...guarded } of notable)
        found[category].push({ ...guarded, identity: identityOf(join(this.#root, guarded.path)), folder: identity });
    }
    return { ...found, folders, isComplete: queue.length === 0 && count <= surveyLimits.paths };
  }

  #folder(path: string, isIgnored: IsIgnored): Folder {
    const absolute = join(this.#root, path);
    const stat = lstatSync(absolute, { throwIfNoEntry: false, bigint: true });
    // Not the modification time, which a command can set.
    const stamp = stat ? `${stat.ino}-${stat.ctimeNs}` : "";
    const known = this.#folders.get(path);
    if (known?.stamp === stamp) return known;
    const identity = stat ? `${stat.dev}:${stat.ino}` : "";
    const folder = { stamp, identity, ...sortEntries(path, readEntries(absolute), isIgnored) };
    this.#folders.set(path, folder);
    return folder;
  }
}

/** Empty if it does not exist. Inode numbers are reused: the birth time tells the files apart. */
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
  // Its configuration applies to anyone working in it, although there is no `.git`.
  const isBareRepository = isRepository(entries.map(({ name }) => name));
  if (isBareRepository) notable.push({ path: folder, kind: "folder", category: "repositories" });
  const [skipped, ...below] = skippedPart(folder);
  for (const entry of entries) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    const kind = kindOf(entry);
    const category = skipped === undefined ? categoryOf(path, entry, isIgnored) : repositoryCategory(path);
    if (category) notable.push({ path, kind, category });
    else if (
      kind === "folder" &&
      !(isBareRepository && repositoryData.has(entry.name)) &&
      (skipped === undefined || isNear(skipped, below))
    )
      subfolders.push(path);
  }
  return { subfolders, notable };
}

/** The names from the first skipped folder on; empty if there is none. */
function skippedPart(folder: string): readonly string[] {
  const names = folder.split("/");
  const index = names.findIndex((name) => skippedFolders.has(name));
  return index < 0 ? [] : names.slice(index);
}

/** Folders directly in a build folder are read, not those below them. */
function isNear(skipped: string, below: readonly string[]): boolean {
  return below.length === 0 && !packageFolders.includes(skipped);
}

function repositoryCategory(path: string): Category | undefined {
  return /(^|\/)\.git$/i.test(path) ? "repositories" : undefined;
}

function categoryOf(path: string, entry: Dirent, isIgnored: IsIgnored): Category | undefined {
  if (entry.isSocket()) return "sockets";
  const repository = repositoryCategory(path);
  if (repository) return repository;
  if (isIgnored(entry.isDirectory() ? `${path}/` : path)) return "ignored";
  return isProtectedPath(path) ? "protected" : undefined;
}

function kindOf(entry: Dirent): GuardedPath["kind"] {
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
