import { realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { ToolFailure } from "@roo-code/types";
import { secretsInEtc, secretsOfHome } from "../sandbox/paths/secret-paths.ts";
import { type ConfinedPath, isInside } from "./confine.ts";

export interface PrivatePathsOptions {
  /** The workspace, with all links resolved. */
  readonly root: string;
  /** The user's home folder. */
  readonly home: string;
  /** Roo's home. */
  readonly own?: string;
}

/**
 * Keys and passwords in a workspace as large as a home folder: what commands cannot see, tools do not read
 * either, unless the user allows it, path by path.
 */
export class PrivatePaths {
  /** Workspace-relative. Empty for most workspaces. */
  readonly #paths: readonly string[];
  readonly #shared = new Set<string>();

  constructor(options: PrivatePathsOptions) {
    this.#paths = privatePathsIn(options);
  }

  /** Throws `ToolFailure` `private_path`. */
  check({ relative: path, given }: ConfinedPath): void {
    if (this.#privatePathOf(path) === undefined || this.#shared.has(path)) return;
    throw new ToolFailure(
      "private_path",
      `"${given}" is where keys, passwords or private data are kept, and was not read. ` +
        "Continue without it; if the task is about it, ask for it with read_file, and the user decides.",
    );
  }

  /** The user allows reading it. For a folder this covers its names and searches in it; its files need approval one by one. */
  share(path: string): void {
    this.#shared.add(path);
  }

  /** For walking through a folder. `leftOut`: the private paths in it. */
  hidden(start: string): { isHidden: (path: string) => boolean; leftOut: readonly string[] } {
    const entered = this.#shared.has(start) ? this.#privatePathOf(start) : undefined;
    const paths = this.#paths.filter((path) => path !== entered);
    const isHidden = (path: string): boolean => paths.some((other) => isAt(other, path));
    return { isHidden, leftOut: paths.filter((other) => start === "." || isAt(start, other)) };
  }

  #privatePathOf(path: string): string | undefined {
    return this.#paths.find((other) => isAt(other, path));
  }
}

/** Workspace-relative, whether they exist or not. */
export function privatePathsIn({ root, home, own }: PrivatePathsOptions): readonly string[] {
  const candidates = [
    ...(isInside(root, "/etc") ? secretsInEtc : []),
    ...(isInside(root, realPath(home)) ? secretsOfHome(realPath(home)) : []),
    ...(own !== undefined && isInside(root, own) ? [own] : []),
  ];
  // What the user keeps elsewhere and links to is private there.
  const paths = candidates.flatMap((path) => [path, realPath(path)]).filter((path) => isBelow(root, path));
  return [...new Set(paths)].map((path) => relative(root, path).split(sep).join("/"));
}

/** Whether a workspace-relative path, a folder's with a trailing `/`, is a private path or below one. */
function isAt(parent: string, path: string): boolean {
  return path === parent || path.startsWith(`${parent}/`);
}

function isBelow(root: string, path: string): boolean {
  return path !== root && isInside(root, path);
}

export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
