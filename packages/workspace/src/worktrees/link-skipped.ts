import { constants, copyFileSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { SkippedPath } from "@roo-code/types";
import { nameOf } from "../snapshots/tree-state.ts";

/** Made again by whoever misses them; two copies that share one could believe each other's. */
const caches: ReadonlySet<string> = new Set(
  `__pycache__ .mypy_cache .pytest_cache .ruff_cache .parcel-cache .turbo .nx-cache .cache .vite coverage`.split(" "),
);

/**
 * Links from a copy to what snapshots leave out of the workspace: dependencies, ignored build folders, large files.
 * Returns the links made.
 */
export function linkSkipped(root: string, target: string, skipped: readonly SkippedPath[]): string[] {
  const links: string[] = [];
  for (const { path: given, rule } of skipped) {
    const isFolder = given.endsWith("/");
    const path = isFolder ? given.slice(0, -1) : given;
    const isLinked = rule === "dependencies" || rule === "build" || rule === "ignored" || rule === "large";
    if (!isLinked || caches.has(nameOf(path))) continue;
    if (nameOf(path) === "node_modules" && isFolder) {
      linkPackages(join(root, path), join(target, path));
      continue;
    }
    symlinkSync(join(root, path), join(target, path), isFolder ? "junction" : "file");
    links.push(path);
  }
  return links;
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
      symlinkSync(isAbsolute(text) ? source : text, link, "junction");
    } else if (entry.isDirectory() && entry.name.startsWith("@")) linkPackages(source, link);
    else if (entry.isDirectory()) symlinkSync(source, link, "junction");
    else if (entry.isFile()) copyFileSync(source, link, constants.COPYFILE_FICLONE);
  }
}
