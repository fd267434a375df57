import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";
import { isInside } from "../files/confine.ts";

export interface ProgramSearch {
  /** The workspace's folder, with all links resolved. */
  readonly root: string;
  /** The PATH of commands. */
  readonly path: string;
  /** Other folders that a task's commands write. */
  readonly writable: readonly string[];
  /** The user's home, and the folder that commands have instead. */
  readonly home?: { readonly seen: string; readonly own: string } | undefined;
}

const maxInterpreters = 3;

/**
 * The file that a shell runs for a name, if a task can have created it or its interpreter; undefined for a program
 * of the machine. `folder`: the shell's working folder, for relative entries of the PATH.
 */
export function findOwnProgram(
  name: string,
  folder: string | undefined,
  search: ProgramSearch,
  depth = 0,
): string | undefined {
  if (name === "" || name.includes("/")) return undefined;
  for (const place of search.path.split(":")) {
    if (!isAbsolute(place) && (folder === undefined || folder.startsWith("~"))) return join(place, name);
    const searched = resolve(search.root, folder ?? ".", place);
    for (const candidate of lookedIn(searched, search)) {
      if (!isProgram(join(candidate, name))) continue;
      const file = join(candidate === searched ? realPath(searched) : candidate, name);
      const own = [file, realPath(file)].find((path) => isOwn(path, search));
      if (own !== undefined) return shown(file, search.root);
      return interpreterOf(file, folder, { search, depth });
    }
  }
  return undefined;
}

/** In a sandbox, a folder of the home may have been created by commands in their own home. */
function lookedIn(folder: string, { home }: ProgramSearch): readonly string[] {
  if (!home || !isInside(home.seen, folder)) return [folder];
  return [folder, join(home.own, relative(home.seen, folder))];
}

function isOwn(path: string, { root, writable, home }: ProgramSearch): boolean {
  if ([root, ...writable, ...(home ? [home.own] : [])].some((folder) => isInside(folder, path))) return true;
  // Of another project, whose tasks may have written it.
  return path.includes("/node_modules/.bin/");
}

/** `#!/usr/bin/env node` searches for node as the shell does. */
function interpreterOf(
  file: string,
  folder: string | undefined,
  { search, depth }: { readonly search: ProgramSearch; readonly depth: number },
): string | undefined {
  if (depth >= maxInterpreters) return undefined;
  const line = firstLine(file);
  const looked = /^#!\s*\S*\/env\s+(?:-\S+\s+|\w+=\S*\s+)*(\S+)/.exec(line)?.[1];
  if (looked !== undefined) return findOwnProgram(looked, folder, search, depth + 1);
  const named = /^#!\s*(\/\S+)/.exec(line)?.[1];
  return named !== undefined && isOwn(realPath(named), search) ? shown(named, search.root) : undefined;
}

const maxLineLength = 256;

function firstLine(file: string): string {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(maxLineLength);
      const [line = ""] = bytes.toString("latin1", 0, readSync(descriptor, bytes)).split("\n");
      return line;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return "";
  }
}

function shown(path: string, root: string): string {
  return isInside(root, path) ? relative(root, path) : path;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
