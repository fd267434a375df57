import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../files/file-version.ts";
import { holdParent } from "../../files/held-folder.ts";
import type { StoreFolder } from "../store-folder.ts";
import { folderSize } from "../store-folder.ts";
import { skippedPaths, type TreeState } from "../tree-state.ts";
import { fillRepository, type KnownFolders, RepositoryMirror } from "./mirror-repository.ts";
import { canLink, placeCopy } from "./place-copy.ts";

/** Of a repository on another disk than the store, where every object is a copy. */
const maxCopiedBytes = 256 * 2 ** 20;
/** Each is looked through with every snapshot. */
const maxKept = 50;
/** Of times that a file system keeps. */
const roundingMs = 1000;

/**
 * The repositories of a workspace, `.git` by `.git`, as they were last seen: no undo takes one back, but one that is
 * gone is brought back. Needs the store's lock.
 */
export class KeptRepositories {
  readonly #folder: StoreFolder;
  readonly #known: KnownFolders = new Map();
  readonly #givenUp = new Set<string>();

  constructor(folder: StoreFolder) {
    this.#folder = folder;
  }

  /** Those that are there, by workspace-relative path. */
  find(state: TreeState): string[] {
    return skippedPaths(state)
      .flatMap(({ path, rule }) => (rule === "git" ? [path.replace(/\/$/, "")] : []))
      .filter((path) => isRepository(this.#original(path)))
      .sort();
  }

  /** Brings what is kept of them up to date. Never throws: one that cannot be kept is not. */
  async keep(paths: readonly string[], now: number): Promise<void> {
    for (const path of paths.slice(0, maxKept)) if (!this.#givenUp.has(path)) await this.#keepOne(path, now);
  }

  /** Whether it was gone, or no repository any more, and is one again. What was left of it stays as it is. */
  bring(path: string): boolean {
    const [original, place] = [this.#original(path), this.#place(path)];
    if (isRepository(original) || !existsSync(place)) return false;
    const { folder, name } = holdParent({ absolute: original });
    using parent = folder;
    fillRepository(join(place, "git"), { folder: parent, name }, false);
    return isRepository(original);
  }

  /** Gives those up that no snapshot since then has seen. */
  forgetUnseenSince(time: number): void {
    const parent = join(this.#folder.path, "repositories");
    if (!existsSync(parent)) return;
    for (const name of readdirSync(parent)) {
      const place = join(parent, name);
      if (statSync(place).mtimeMs + roundingMs < time) rmSync(place, { recursive: true, force: true });
    }
  }

  async #keepOne(path: string, now: number): Promise<void> {
    const [original, place] = [this.#original(path), this.#place(path)];
    try {
      const copy = join(place, "git");
      if (!existsSync(place)) {
        mkdirSync(place, { recursive: true, mode: 0o700 });
        if (!this.#isAffordable(original, join(place, "probe"))) throw new Error("too large to be copied");
      }
      const { folder, name } = holdParent({ absolute: original });
      using parent = folder;
      if (parent.stat(name)?.isDirectory()) {
        using from = parent.enter(name);
        await new RepositoryMirror(this.#known).update({ from, path: original, to: copy, areObjects: false });
      } else {
        rmSync(copy, { recursive: true, force: true });
        placeCopy({ folder: parent, name }, copy, { isObject: false });
      }
      // When it was last seen.
      utimesSync(place, now / 1000, now / 1000);
    } catch {
      this.#givenUp.add(path);
      rmSync(place, { recursive: true, force: true });
    }
  }

  /** Where its files can be given a second name here, size does not matter. */
  #isAffordable(original: string, probe: string): boolean {
    if (!lstatSync(original).isDirectory()) return true;
    const isLinked = canLink(join(original, "HEAD"), probe);
    rmSync(probe, { force: true });
    return isLinked || folderSize(original) <= maxCopiedBytes;
  }

  #original(path: string): string {
    return join(this.#folder.workspace, path);
  }

  #place(path: string): string {
    return join(this.#folder.path, "repositories", sha256(path).slice(0, 24));
  }
}

/** Whether a `.git` is one: git's own test for a folder; a file or a link points to one elsewhere. */
function isRepository(path: string): boolean {
  const found = lookAt(path);
  if (!found?.isDirectory()) return found !== undefined;
  const isFolder = (name: string): boolean => lookAt(join(path, name))?.isDirectory() ?? false;
  return lookAt(join(path, "HEAD")) !== undefined && isFolder("objects") && isFolder("refs");
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
