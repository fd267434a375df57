import type { FileStat, WorkspaceFiles } from "@roo-code/types";
import { ToolFailure } from "@roo-code/types";
import { type SkipReason, skipByName } from "./skip-file.ts";

/** The files of a workspace; the host applies confinement and ignore files. */
export type IndexedFiles = Pick<WorkspaceFiles, "list" | "stat" | "read" | "resolve">;

const maxFiles = 50_000;
const maxEntries = 120_000;

export interface FoundFile {
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
}

export interface Scan {
  readonly files: readonly FoundFile[];
  /** Folders found; scanned too when the scan is recursive. */
  readonly folders: readonly string[];
  readonly skipped: ReadonlyMap<SkipReason, number>;
  /** There are more files than an index holds. */
  readonly isTruncated: boolean;
}

export interface ScanRequest {
  readonly files: IndexedFiles;
  readonly folder: string;
  readonly recursive: boolean;
  readonly signal: AbortSignal;
}

/** Every indexable file below a folder. A missing folder counts as empty. */
export async function scanWorkspace({ files, folder, recursive, signal }: ScanRequest): Promise<Scan> {
  const { entries, isTruncated } = await listFolder(files, folder, { recursive, limit: maxEntries, signal });
  const found: FoundFile[] = [];
  const skipped = new Map<SkipReason, number>();
  const folders: string[] = [];
  for (const [index, entry] of entries.entries()) {
    if (index % 500 === 499) await pause(signal);
    if (entry.endsWith("/")) {
      folders.push(entry.slice(0, -1));
      continue;
    }
    const stat = await statOf(files, entry);
    if (stat?.kind !== "file") continue;
    const reason = skipByName(entry, stat.size);
    if (reason) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    else found.push({ path: entry, size: stat.size, mtime: stat.mtimeMs });
  }
  return { files: found.slice(0, maxFiles), folders, skipped, isTruncated: isTruncated || found.length > maxFiles };
}

/** Yields to other work. */
export async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
}

async function listFolder(
  files: IndexedFiles,
  folder: string,
  options: { recursive: boolean; limit: number; signal: AbortSignal },
): Promise<{ entries: readonly string[]; isTruncated: boolean }> {
  try {
    return await files.list(folder, options);
  } catch (error) {
    if (error instanceof ToolFailure) return { entries: [], isTruncated: false };
    throw error;
  }
}

/** A link out of the workspace, or a file that is gone or unreadable, does not stop a scan. */
async function statOf(files: IndexedFiles, path: string): Promise<FileStat | undefined> {
  try {
    return await files.stat(path);
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}
