import { readdirSync, statSync } from "node:fs";
import { basename, dirname, extname, join, sep } from "node:path";
import { readTextFile } from "../files/read-text-file.ts";
import { parseJsonc } from "./parse-jsonc.ts";

const maxDepth = 8;
const maxEntries = 5_000;
/** Left beside a file by editors, by our own writes and by the operating system. */
const temporaryFile = /(~|\.(lock|tmp|temp|swp|swo|swx|part|crdownload))$|\.lock\.|^4913$|^\.#|^\.DS_Store$/;

/** The files and folders found, by path, each with a signature that changes when it does. */
interface ConfigurationSnapshot {
  readonly files: ReadonlyMap<string, string>;
  /** The folders to watch: those found, and for each missing path its nearest existing ancestor. */
  readonly folders: ReadonlyMap<string, string>;
}

interface Entries {
  readonly files: Map<string, string>;
  readonly folders: Map<string, string>;
}

/** Never throws; what cannot be read counts as missing. With `depth` 0 only the paths themselves are examined. */
export function takeSnapshot(watched: readonly string[], depth = maxDepth): ConfigurationSnapshot {
  const entries: Entries = { files: new Map(), folders: new Map() };
  for (const pattern of watched) {
    const parent = nearestFolder(dirname(pattern));
    entries.folders.set(parent, signatureOf(parent)?.id ?? "");
    for (const path of pathsOf(pattern)) addPath(entries, path, depth);
  }
  return entries;
}

/** Whether a change to this path can change the snapshot. */
export function isWatched(watched: readonly string[], path: string): boolean {
  return watched.some((pattern) => {
    if (pattern.startsWith(`${path}${sep}`)) return true;
    if (pattern.endsWith("*")) return path.startsWith(pattern.slice(0, -1));
    return path === pattern || path.startsWith(`${pattern}${sep}`);
  });
}

/** Paths that were added, removed or changed. */
export function changedPaths(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path));
}

function pathsOf(pattern: string): string[] {
  if (!pattern.endsWith("*")) return [pattern];
  const folder = dirname(pattern);
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    return path.startsWith(pattern.slice(0, -1)) ? path : [];
  });
}

function addPath(entries: Entries, path: string, depth: number): void {
  const found = signatureOf(path);
  if (!found || entries.files.size + entries.folders.size >= maxEntries) return;
  if (found.kind === "file") entries.files.set(path, found.version);
  if (found.kind !== "folder") return;
  entries.folders.set(path, depth === 0 ? found.version : found.id);
  if (depth > 0) for (const name of namesIn(path)) addPath(entries, join(path, name), depth - 1);
}

function nearestFolder(path: string): string {
  let folder = path;
  while (signatureOf(folder)?.kind !== "folder" && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !temporaryFile.test(name));
  } catch {
    return [];
  }
}

function signatureOf(path: string): { kind: "file" | "folder" | "other"; id: string; version: string } | undefined {
  try {
    const stat = statSync(path, { bigint: true });
    const kind = stat.isDirectory() ? "folder" : stat.isFile() ? "file" : "other";
    const id = `${stat.dev}-${stat.ino}`;
    return { kind, id, version: `${id} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` };
  } catch {
    return undefined;
  }
}

/** Whether a file may be in the middle of being saved: it is missing, empty, or does not parse. */
export async function isHalfWritten(path: string): Promise<boolean> {
  const reading = readTextFile(path);
  if (reading.state !== "text" || reading.text.trim() === "") return true;
  const parse = await parserFor(path);
  try {
    parse?.(reading.text);
    return false;
  } catch {
    return true;
  }
}

async function parserFor(path: string): Promise<((text: string) => unknown) | undefined> {
  const extension = extname(path);
  if (extension === ".json" || extension === ".jsonc") return parseJsonc;
  const isYaml = extension === ".yaml" || extension === ".yml" || basename(path) === ".roomodes";
  return isYaml ? (await import("js-yaml")).load : undefined;
}
