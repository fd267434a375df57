import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import { placeholdersIn } from "../sandbox/paths/placeholders.ts";
import { kernelFoldersIn } from "./confine.ts";
import { type IgnoreLayer, ignoreFiles, isIgnoredBy, layersAbove, readLayer } from "./git-ignore.ts";
import { HeldFolder } from "./held-folder.ts";
import { compareNames } from "./natural-order.ts";
import type { IsIgnored } from "./roo-ignore.ts";
import { isTempName } from "./temp-name.ts";

export interface WalkRequest {
  /** Absolute, with all links resolved. */
  readonly root: string;
  /** Workspace-relative folder. */
  readonly start: string;
  readonly recursive: boolean;
  readonly isIgnored: IsIgnored;
  readonly signal: AbortSignal;
}

export interface WalkEntry {
  /** Workspace-relative; a folder's ends with `/`. */
  readonly path: string;
  readonly kind: "file" | "directory" | "other";
}

const skippedFolders = new Set([".git", "node_modules"]);

/** Everything below a folder that no rule hides, level by level, so that a reader who stops early has seen the top. */
export async function* walkFolder(request: WalkRequest): AsyncGenerator<WalkEntry> {
  const { root, start, recursive, signal } = request;
  const startFolder = start === "." ? root : join(root, start);
  let level: Folder[] = [{ path: start === "." ? "" : `${start}/`, layers: await layersAbove(startFolder, root) }];
  while (level.length > 0) {
    const next: Folder[] = [];
    for (const folder of level) {
      signal.throwIfAborted();
      const { found, layers } = await readFolder(root, folder);
      for (const entry of entriesOf(request, { folder: folder.path, found, layers })) {
        yield entry;
        if (recursive && entry.kind === "directory") next.push({ path: entry.path, layers });
      }
    }
    level = next;
  }
}

interface Folder {
  /** Workspace-relative with a trailing `/`; empty for the root. */
  readonly path: string;
  readonly layers: readonly IgnoreLayer[];
}

/** A folder that was removed, is not readable, or has become a link is skipped, but its siblings are not. */
async function readFolder(root: string, { path, layers }: Folder): Promise<Omit<FolderContent, "folder">> {
  const absolute = join(root, path);
  try {
    using held = HeldFolder.open(absolute.length > 1 ? absolute.replace(/\/$/, "") : absolute);
    const found = await readdir(held.path, { withFileTypes: true });
    const hasLayer = found.some(({ name }) => ignoreFiles.includes(name));
    const own = hasLayer ? await readLayer(absolute, held.path) : undefined;
    return { found, layers: own ? [...layers, own] : layers };
  } catch {
    return { found: [], layers };
  }
}

interface FolderContent {
  readonly folder: string;
  readonly found: readonly Dirent[];
  readonly layers: readonly IgnoreLayer[];
}

function entriesOf(request: WalkRequest, { folder, found, layers }: FolderContent): readonly WalkEntry[] {
  const kernelFolders = kernelFoldersIn(request.root);
  const placeholders = placeholdersIn(join(request.root, folder));
  const isIgnoredHere = (path: string): boolean =>
    layers.length > 0 && isIgnoredBy(layers, toAbsolute(request.root, path));
  return found
    .filter(({ name }) => !isTempName(name) && !skippedFolders.has(name) && !placeholders?.has(name))
    .sort((left, right) => compareNames(left.name, right.name))
    .map((entry) => toEntry(folder, entry))
    .filter(({ path }) => !kernelFolders.includes(path))
    .filter(({ path }) => !request.isIgnored(path) && !isIgnoredHere(path));
}

/** A link is listed and never followed: its target may be outside. */
function toEntry(folder: string, entry: Dirent): WalkEntry {
  const path = folder + entry.name;
  if (entry.isDirectory()) return { path: `${path}/`, kind: "directory" };
  return { path, kind: entry.isFile() ? "file" : "other" };
}

function toAbsolute(root: string, path: string): string {
  return path.endsWith("/") ? join(root, path.slice(0, -1)) + sep : join(root, path);
}
