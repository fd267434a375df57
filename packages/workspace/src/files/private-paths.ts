import { realpathSync } from "node:fs";
import { relative, sep } from "node:path";
import { ToolFailure } from "@roo-code/types";
import { secretsInEtc, secretsOfHome } from "../sandbox/paths/secret-paths.ts";
import { type ConfinedPath, isInside } from "./confine.ts";

export interface PrivatePlacesOptions {
  /** The workspace, through all links. */
  readonly root: string;
  /** The person's home folder. */
  readonly home: string;
  /** Where we keep our own files. */
  readonly own?: string;
}

/**
 * Keys and passwords that lie in a workspace as large as a home folder: what no command sees is not read by a tool
 * either, unless the person says so, path by path.
 */
export class PrivatePlaces {
  /** Workspace-relative. Empty for a workspace of the usual kind. */
  readonly #places: readonly string[];
  readonly #shared = new Set<string>();

  constructor(options: PrivatePlacesOptions) {
    this.#places = privatePathsIn(options);
  }

  /** Throws `ToolFailure` `private_path`. */
  check({ relative: path, given }: ConfinedPath): void {
    if (this.#placeOf(path) === undefined || this.#shared.has(path)) return;
    throw new ToolFailure(
      "private_path",
      `"${given}" is where keys, passwords or private data are kept, and was not read. ` +
        "Go on without it; if the task is about it, ask for it with read_file, and the user decides.",
    );
  }

  /** The person lets it be read. A folder's names, and what is searched for in it, count; its files are asked for each. */
  share(path: string): void {
    this.#shared.add(path);
  }

  /** For who walks through a folder. `leftOut` are those of the places that lie in it. */
  hidden(start: string): { isHidden: (path: string) => boolean; leftOut: readonly string[] } {
    const entered = this.#shared.has(start) ? this.#placeOf(start) : undefined;
    const places = this.#places.filter((place) => place !== entered);
    const isHidden = (path: string): boolean => places.some((place) => isAt(place, path));
    return { isHidden, leftOut: places.filter((place) => start === "." || isAt(start, place)) };
  }

  #placeOf(path: string): string | undefined {
    return this.#places.find((place) => isAt(place, path));
  }
}

/** Workspace-relative, whether they exist or not. */
export function privatePathsIn({ root, home, own }: PrivatePlacesOptions): readonly string[] {
  const candidates = [
    ...(isInside(root, "/etc") ? secretsInEtc : []),
    ...(isInside(root, realPath(home)) ? secretsOfHome(realPath(home)) : []),
    ...(own !== undefined && isInside(root, own) ? [own] : []),
  ];
  // What a person keeps elsewhere and links to is private there.
  const places = candidates.flatMap((path) => [path, realPath(path)]).filter((path) => isBelow(root, path));
  return [...new Set(places)].map((path) => relative(root, path).split(sep).join("/"));
}

/** Whether a workspace-relative path, a folder's with `/` at its end, is a place or below it. */
function isAt(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

function isBelow(root: string, path: string): boolean {
  return path !== root && isInside(root, path);
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
