import { type BigIntStats, type Dirent, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import type { SkipRule } from "@roo-code/types";
import { kernelFoldersIn } from "../files/confine.ts";
import { isIgnoredBy, layersAbove, readLayer } from "../files/git-ignore.ts";
import { HeldFolder } from "../files/held-folder.ts";
import { isSettled } from "../files/is-settled.ts";
import { placeholdersIn } from "../sandbox/paths/placeholders.ts";
import { type Examined, examineFile, nonDefaultMode } from "./examine-file.ts";
import { ruleForFolder, ruleForName } from "./skip-rules.ts";
import { below, type DefaultModes, type FolderState } from "./tree-state.ts";

export interface ScanRules {
  readonly root: string;
  /** Absolute paths of Roo's own folders, which may be in the workspace. */
  readonly own: readonly string[];
  /** Workspace-relative paths of keys and passwords. */
  readonly private: ReadonlySet<string>;
  /** Workspace-relative paths of a home folder's caches. */
  readonly caches: ReadonlySet<string>;
  readonly maxFileBytes: number;
  readonly leavesOutIgnored: boolean;
  readonly usual: DefaultModes;
  /** When the scan began, in milliseconds since the epoch. */
  readonly now: number;
}

export interface ScannedFolder {
  readonly state: FolderState;
  /** Files and links to be saved, by name. */
  readonly files: ReadonlyMap<string, Extract<Examined, { kind: "file" }>>;
}

/** Reads one folder. `known`: names of folders in it that are already saved. undefined if it is no longer a folder. */
export async function scanFolder(
  rules: ScanRules,
  folder: string,
  known: ReadonlySet<string>,
): Promise<ScannedFolder | undefined> {
  const path = join(rules.root, folder);
  const found = openFolder(path);
  if (!found) return undefined;
  using held = found;
  const stat = held.statSelf();
  const entries = readEntries(held);
  if (!entries) return undefined;
  const placeholders = placeholdersIn(path);
  const files = new Map<string, Extract<Examined, { kind: "file" }>>();
  const [folders, modes, skipped]: [string[], Record<string, number>, Record<string, SkipRule>] = [[], {}, {}];
  const isIgnored = ignoreTest(rules, path, held);
  for (const entry of entries) {
    const { name } = entry;
    if (placeholders?.has(name)) continue;
    if (entry.isDirectory()) {
      const rule = known.has(name) ? undefined : await folderRule(rules, below(folder, name), isIgnored);
      if (rule) skipped[`${name}/`] = rule;
      else folders.push(name);
      continue;
    }
    const isPrivate = rules.private.size > 0 && rules.private.has(below(folder, name));
    const examined: Examined = isPrivate
      ? { kind: "skipped", rule: "private" }
      : await examineEntry(rules, held.at(name), { name, isIgnored });
    if (examined.kind === "skipped") skipped[name] = examined.rule;
    if (examined.kind !== "file") continue;
    files.set(name, examined);
    const mode = nonDefaultMode(examined, rules.usual);
    if (mode !== undefined) modes[name] = mode;
  }
  const stamp = folderStamp(stat, rules.now);
  const mode = Number(stat.mode) & 0o7777;
  return { state: { stamp, mode, folders, files: files.size, modes, skipped }, files };
}

/** Whether no entry was added or removed since the last scan. */
export function isUnchanged(rules: ScanRules, folder: string, before: FolderState): boolean {
  if (before.stamp === "") return false;
  const found = openFolder(join(rules.root, folder));
  if (!found) return false;
  using held = found;
  return folderStamp(held.statSelf(), rules.now) === before.stamp;
}

function folderStamp(stat: BigIntStats, now: number): string {
  return isSettled(stat, now) ? `${stat.ino}-${stat.mtimeNs}-${stat.ctimeNs}` : "";
}

async function examineEntry(
  rules: ScanRules,
  path: string,
  entry: { name: string; isIgnored: IgnoreTest },
): Promise<Examined> {
  const rule = ruleForName(entry.name);
  if (rule) return { kind: "skipped", rule };
  if (rules.leavesOutIgnored && (await entry.isIgnored(entry.name))) return { kind: "skipped", rule: "ignored" };
  return examineFile(path, rules.maxFileBytes);
}

export async function folderRule(rules: ScanRules, path: string, isIgnored: IgnoreTest): Promise<SkipRule | undefined> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const ruleOfName = ruleForName(name);
  if (ruleOfName) return ruleOfName;
  if (rules.own.includes(join(rules.root, path))) return "own";
  if (rules.private.has(path)) return "private";
  if (rules.caches.has(path)) return "dependencies";
  if (kernelFoldersIn(rules.root).includes(`${path}/`)) return "special";
  const rule = await ruleForFolder(name, async () => isIgnored(`${name}${sep}`));
  if (rule) return rule;
  return rules.leavesOutIgnored && (await isIgnored(`${name}${sep}`)) ? "ignored" : undefined;
}

export type IgnoreTest = (name: string) => Promise<boolean>;

/** Ignore files are read when first needed. */
function ignoreTest(rules: ScanRules, path: string, held: HeldFolder): IgnoreTest {
  let layers: ReturnType<typeof readLayers> | undefined;
  return async (name) => {
    layers ??= readLayers(path, rules.root, held);
    return isIgnoredBy(await layers, path.endsWith(sep) ? path + name : path + sep + name);
  };
}

async function readLayers(folder: string, root: string, held: HeldFolder): ReturnType<typeof layersAbove> {
  const own = await readLayer(folder, held.path);
  const above = await layersAbove(folder, root);
  return own ? [...above, own] : above;
}

/** undefined if it is not a folder, or a link to one. */
function openFolder(path: string): HeldFolder | undefined {
  try {
    return HeldFolder.open(path);
  } catch {
    return undefined;
  }
}

function readEntries(folder: HeldFolder): Dirent[] | undefined {
  try {
    return readdirSync(folder.path, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
