import { chmodSync, mkdirSync, readdirSync, readlinkSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { type SharedPath, type SkippedPath, systemErrorCode } from "@roo-code/types";
import { copyHeldFile } from "../files/held-file.ts";
import { type HeldFolder, holdParent } from "../files/held-folder.ts";
import { nameOf } from "../snapshots/tree-state.ts";

/** Recreated by the tools that need them; two copies sharing one could use each other's results. */
const caches: ReadonlySet<string> = new Set(
  `__pycache__ .mypy_cache .pytest_cache .ruff_cache .parcel-cache .turbo .nx-cache .cache .vite coverage`.split(" "),
);

const maxCopied = { files: 2000, bytes: 32 * 2 ** 20 };
/** Of entries that were removed or replaced after they were listed. */
const entryErrors: ReadonlySet<string> = new Set("ENOENT ENOTDIR EACCES EPERM ELOOP".split(" "));

/**
 * Links a copy to what snapshots leave out of the workspace: dependencies, ignored build folders, large files.
 * Small build folders are copied, so that parallel builds do not interfere.
 */
export function linkSkipped(root: string, target: string, skipped: readonly SkippedPath[]): LinkedPaths {
  const links: string[] = [];
  const shared: SharedPath[] = [];
  for (const { path: given, rule } of skipped) {
    const isFolder = given.endsWith("/");
    const path = isFolder ? given.slice(0, -1) : given;
    const isLinked = rule === "dependencies" || rule === "build" || rule === "ignored" || rule === "large";
    if (!isLinked || caches.has(nameOf(path))) continue;
    const result = linkOne({ from: join(root, path), to: join(target, path), isFolder, isBuild: rule === "build" });
    if (result === "shared" || result === "linked") shared.push({ path: join(root, path), at: path });
    if (result === "linked") links.push(path);
  }
  return { links, shared };
}

interface LinkedPaths {
  readonly links: readonly string[];
  /** The targets of these links, and of links to packages. */
  readonly shared: SharedPath[];
}

interface Linked {
  readonly from: string;
  readonly to: string;
  readonly isFolder: boolean;
  readonly isBuild: boolean;
}

/** `shared`: by links within it. `left`: it changed since it was listed; a link could lead outside. */
function linkOne({ from, to, isFolder, isBuild }: Linked): "copied" | "shared" | "linked" | "left" {
  try {
    const { folder, name } = holdParent({ absolute: from });
    using parent = folder;
    if (!isFolder && !parent.stat(name)?.isFile()) return "left";
    using source = isFolder ? parent.enter(name) : undefined;
    if (source && isBuild && isSmall(source)) {
      copyFolder(source, to);
      return "copied";
    }
    if (source && name === "node_modules") {
      linkPackages(source, { from, to });
      return "shared";
    }
    symlinkSync(from, to, isFolder ? "junction" : "file");
    return "linked";
  } catch (error) {
    if (!entryErrors.has(systemErrorCode(error) ?? "")) throw error;
    rmSync(to, { recursive: true, force: true });
    return "left";
  }
}

function isSmall(source: HeldFolder): boolean {
  let [files, bytes] = [0, 0];
  const isWithin = (folder: HeldFolder): boolean =>
    readdirSync(folder.path, { withFileTypes: true }).every((entry) => {
      files += 1;
      bytes += entry.isFile() ? Number(folder.stat(entry.name)?.size ?? 0) : 0;
      if (files > maxCopied.files || bytes > maxCopied.bytes) return false;
      if (!entry.isDirectory()) return true;
      using inner = folder.enter(entry.name);
      return isWithin(inner);
    });
  return isWithin(source);
}

/** Keeps links unchanged. */
function copyFolder(from: HeldFolder, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from.path, { withFileTypes: true })) {
    const target = join(to, entry.name);
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from.at(entry.name)), target);
    else if (entry.isFile()) copyFile(from, entry.name, target);
    else if (entry.isDirectory()) {
      using inner = from.enter(entry.name);
      copyFolder(inner, target);
    }
  }
  chmodSync(to, Number(from.statSelf().mode) & 0o7777);
}

/**
 * A new folder with a link for each package, so that installing in the copy does not affect the workspace. A link to a
 * package of the same workspace is kept unchanged and points to the copy's.
 */
function linkPackages(folder: HeldFolder, { from, to }: { readonly from: string; readonly to: string }): void {
  mkdirSync(to);
  for (const entry of readdirSync(folder.path, { withFileTypes: true })) {
    const [source, link] = [join(from, entry.name), join(to, entry.name)];
    if (caches.has(entry.name)) continue;
    if (entry.isSymbolicLink()) {
      const text = readlinkSync(folder.at(entry.name));
      symlinkSync(isAbsolute(text) ? realpathOr(text) : text, link, "junction");
    } else if (entry.isDirectory() && entry.name.startsWith("@")) {
      using scope = folder.enter(entry.name);
      linkPackages(scope, { from: source, to: link });
    } else if (entry.isDirectory()) symlinkSync(source, link, "junction");
    else if (entry.isFile()) copyFile(folder, entry.name, link);
  }
}

function copyFile(folder: HeldFolder, name: string, to: string): void {
  const stat = copyHeldFile(folder, name, to);
  if (stat) chmodSync(to, stat.mode & 0o7777);
}

/** For a dangling link, the link itself. */
function realpathOr(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
