import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { ToolFailure } from "@roo-code/types";
import { asFileFailure, errorCode } from "./file-failure.ts";

/** A path proven to be inside the workspace. */
export interface ConfinedPath {
  /** As the model wrote it, for messages. */
  readonly given: string;
  /** With all links resolved, with `/`; `.` is the root. Unique for each file. */
  readonly relative: string;
  readonly absolute: string;
}

/** The workspace's folder: as given, and with all links resolved. */
export interface WorkspaceRoot {
  readonly given: string;
  readonly real: string;
}

/** Kernel folders whose files lead elsewhere or have effects when opened; refused even if the workspace is the whole disk. */
const kernelFolders = ["/proc", "/sys", "/dev"];

/** Synchronous: a few cached system calls are faster than one trip to another thread. */
export function confine(root: WorkspaceRoot, given: string): ConfinedPath {
  const lexical = resolveGiven(root, given);
  const absolute = resolveThroughLinks(lexical, given);
  if (!isInside(root.real, absolute)) throw outside(given, "a symbolic link on it leads out of the workspace");
  if (kernelFolders.some((folder) => isInside(folder, absolute) && !isInside(folder, root.real))) {
    throw outside(given, "it belongs to the kernel's /proc, /sys or /dev");
  }
  return { given, absolute, relative: toRelative(root, absolute) };
}

/** An entry of a folder: a link itself, not its target. Never the root. */
export function confineEntry(root: WorkspaceRoot, given: string): ConfinedPath {
  const lexical = resolveGiven(root, given);
  if (lexical === root.real) throw outside(given, "it is the workspace itself");
  const parent = confine(root, dirname(lexical));
  const absolute = join(parent.absolute, basename(lexical));
  return { given, absolute, relative: toRelative(root, absolute) };
}

/** These folders within a workspace that is the whole disk: workspace-relative, with a trailing `/`. Otherwise none. */
export function kernelFoldersIn(root: string): string[] {
  return kernelFolders
    .filter((folder) => folder !== root && isInside(root, folder))
    .map((folder) => `${relative(root, folder)}/`);
}

export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** `src\\a.ts` and `a.ts\n` are what other systems and careless models write for `src/a.ts` and `a.ts`. */
function resolveGiven(root: WorkspaceRoot, given: string): string {
  const literal = resolveLexically(root, given);
  const meant = sep === "/" ? given.trim().replaceAll("\\", "/") : given.trim();
  const isForeign = sep === "/" && /^[a-z]:\//i.test(meant);
  if ((meant === given && !isForeign) || exists(literal)) return literal;
  if (isForeign) throw outside(given, "it is an absolute path of another system");
  return resolveLexically(root, given, meant);
}

function resolveLexically(root: WorkspaceRoot, given: string, path = given): string {
  if (path.includes("\0")) throw outside(given, "it contains a NUL byte");
  if (path === "~" || path.startsWith("~/")) throw outside(given, "`~` is the home folder and is not expanded");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) throw outside(given, "it is a URL, not a path");
  const absolute = isAbsolute(path) ? resolve(path) : resolve(root.real, path);
  if (isInside(root.real, absolute)) return absolute;
  if (isInside(root.given, absolute)) return join(root.real, relative(root.given, absolute));
  throw outside(given, isAbsolute(path) ? "it is an absolute path to another place" : "`..` leads out of it");
}

/** Resolves every link in the part that exists; the rest is appended. */
function resolveThroughLinks(lexical: string, given: string): string {
  const missing: string[] = [];
  for (let current = lexical; ; current = dirname(current)) {
    const real = realpathIfExists(current, given);
    if (real !== undefined) return join(real, ...missing);
    // A write through a dangling link would create its target, wherever that is.
    if (isLink(current)) throw outside(given, "it goes through a symbolic link to nothing");
    missing.unshift(basename(current));
  }
}

function realpathIfExists(path: string, given: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "ELOOP") throw outside(given, "its symbolic links form a loop");
    throw asFileFailure(error, given);
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function toRelative(root: WorkspaceRoot, absolute: string): string {
  return relative(root.real, absolute).split(sep).join("/") || ".";
}

function outside(given: string, rule: string): ToolFailure {
  return new ToolFailure(
    "outside_workspace",
    `The path ${JSON.stringify(given)} is refused: ${rule}. Use a path inside the workspace, relative to its root.`,
  );
}
