import { lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, sep } from "node:path";
import type { ConfinedPath, WorkspaceRoot } from "../files/confine.ts";
import { asFileFailure } from "../files/file-failure.ts";
import { isIgnoredBy, layersAbove, readLayer } from "../files/git-ignore.ts";
import { HeldFolder } from "../files/held-folder.ts";
import { compareNames } from "../files/natural-order.ts";
import { isTempName } from "../files/temp-name.ts";

export interface FolderEntry {
  readonly name: string;
  /** Workspace-relative. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link" | "other";
  readonly bytes: number | null;
  readonly modifiedAt: string;
  /** Listed in an ignore file. */
  readonly isIgnored: boolean;
}

/** Folders first. Repository data is left out. */
export async function listFolder(
  root: WorkspaceRoot,
  folder: ConfinedPath,
  limit: number,
): Promise<{ entries: readonly FolderEntry[]; isTruncated: boolean }> {
  using held = openFolder(folder);
  const names = await readdir(held.path).catch((error: unknown) => {
    throw asFileFailure(error, folder.given);
  });
  const own = await readLayer(folder.absolute, held.path);
  const layers = [...(await layersAbove(folder.absolute, root.real)), ...(own ? [own] : [])];
  const shown = names.filter((name) => name !== ".git" && !isTempName(name)).sort(compareNames);
  const entries = shown.slice(0, limit).flatMap((name): FolderEntry[] => {
    const absolute = join(folder.absolute, name);
    const stat = lstatSync(held.at(name), { throwIfNoEntry: false });
    // Removed since it was listed.
    if (!stat) return [];
    const kind = stat.isDirectory() ? "folder" : stat.isFile() ? "file" : stat.isSymbolicLink() ? "link" : "other";
    return [
      {
        name,
        path: folder.relative === "." ? name : `${folder.relative}/${name}`,
        kind,
        bytes: kind === "file" ? stat.size : null,
        modifiedAt: stat.mtime.toISOString(),
        isIgnored: isIgnoredBy(layers, kind === "folder" ? absolute + sep : absolute),
      },
    ];
  });
  const isFolder = ({ kind }: FolderEntry) => kind === "folder";
  return {
    entries: [...entries.filter(isFolder), ...entries.filter((entry) => !isFolder(entry))],
    isTruncated: shown.length > limit,
  };
}

function openFolder({ absolute, given }: ConfinedPath): HeldFolder {
  try {
    return HeldFolder.open(absolute);
  } catch (error) {
    throw asFileFailure(error, given);
  }
}
