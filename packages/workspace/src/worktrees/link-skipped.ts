import {
  constants,
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from "node:fs";
import { isAbsolute, join } from "node:path";
import type { SharedPlace, SkippedPath } from "@roo-code/types";
import { nameOf } from "../snapshots/tree-state.ts";

/** Made again by whoever misses them; two copies that share one could believe each other's. */
const caches: ReadonlySet<string> = new Set(
  `__pycache__ .mypy_cache .pytest_cache .ruff_cache .parcel-cache .turbo .nx-cache .cache .vite coverage`.split(" "),
);

const mostCopied = { files: 2000, bytes: 32 * 2 ** 20 };

/**
 * Links from a copy to what snapshots leave out of the workspace: dependencies, ignored build folders, large files.
 * Small build folders are copied, so that those who build at the same time do not meet.
 */
export function linkSkipped(root: string, target: string, skipped: readonly SkippedPath[]): LinkedPlaces {
  const links: string[] = [];
  const shared: SharedPlace[] = [];
  for (const { path: given, rule } of skipped) {
    const isFolder = given.endsWith("/");
    const path = isFolder ? given.slice(0, -1) : given;
    const isLinked = rule === "dependencies" || rule === "build" || rule === "ignored" || rule === "large";
    if (!isLinked || caches.has(nameOf(path))) continue;
    const source = join(root, path);
    // A link that took its place since it was listed would share what is outside of the workspace.
    if (realpathOr(source) !== source) continue;
    if (rule === "build" && copySmall(source, join(target, path))) continue;
    shared.push({ path: source, at: path });
    if (nameOf(path) === "node_modules" && isFolder) {
      linkPackages(source, join(target, path));
      continue;
    }
    symlinkSync(source, join(target, path), isFolder ? "junction" : "file");
    links.push(path);
  }
  return { links, shared };
}

interface LinkedPlaces {
  readonly links: readonly string[];
  /** What these, and packages, lead to. */
  readonly shared: SharedPlace[];
}

/** Whether it was small enough. */
function copySmall(source: string, target: string): boolean {
  let [files, bytes] = [0, 0];
  const isSmall = (folder: string): boolean =>
    readdirSync(folder, { withFileTypes: true }).every((entry) => {
      const path = join(folder, entry.name);
      files += 1;
      bytes += entry.isFile() ? lstatSync(path).size : 0;
      if (files > mostCopied.files || bytes > mostCopied.bytes) return false;
      return !entry.isDirectory() || isSmall(path);
    });
  if (!isSmall(source)) return false;
  cpSync(source, target, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  return true;
}

/**
 * A folder of its own with a link for each package, so that an installation in the copy stays there. A link to a
 * package of the same workspace is kept as it is and leads to the copy's.
 */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, link] = [join(from, entry.name), join(to, entry.name)];
    if (caches.has(entry.name)) continue;
    if (entry.isSymbolicLink()) {
      const text = readlinkSync(source);
      symlinkSync(isAbsolute(text) ? realpathOr(source) : text, link, "junction");
    } else if (entry.isDirectory() && entry.name.startsWith("@")) linkPackages(source, link);
    else if (entry.isDirectory()) symlinkSync(source, link, "junction");
    else if (entry.isFile()) copyFileSync(source, link, constants.COPYFILE_FICLONE);
  }
}

/** Of a link that leads nowhere, itself. */
function realpathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
