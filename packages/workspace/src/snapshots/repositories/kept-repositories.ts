import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../files/file-version.ts";
import { holdParent } from "../../files/held-folder.ts";
import type { StoreFolder } from "../store-folder.ts";
import { folderSize } from "../store-folder.ts";
import { skippedPaths, type TreeState } from "../tree-state.ts";
import { canLink, copyToStore } from "./copy-entry.ts";
import { fillRepository, type KnownFolders, RepositoryMirror } from "./mirror-repository.ts";

/** Limit for a repository on another disk than the store, where every object has to be copied. */
const maxCopiedBytes = 256 * 2 ** 20;
/** Each is checked with every snapshot. */
const maxKept = 50;
/** Resolution of the times a file system stores. */
const roundingMs = 1000;

/**
 * Copies of the workspace's repositories, one per `.git`, as last seen: no undo changes a repository, but a deleted one is
 * restored from here. Needs the store's lock.
 */
export class KeptRepositories {
  readonly #folder: StoreFolder;
  readonly #known: KnownFolders = new Map();
  readonly #failed = new Set<string>();

  constructor(folder: StoreFolder) {
    this.#folder = folder;
  }

  /** Existing repositories, by workspace-relative path. */
  find(state: TreeState): string[] {
    return skippedPaths(state)
      .flatMap(({ path, rule }) => (rule === "git" ? [path.replace(/\/$/, "")] : []))
      .filter((path) => isRepository(this.#original(path)))
      .sort();
  }

  /** Updates the copies. Never throws: what cannot be copied is skipped. */
  async keep(paths: readonly string[], now: number): Promise<void> {
    for (const path of paths.slice(0, maxKept)) if (!this.#failed.has(path)) await this.#keepOne(path, now);
  }

  /** Restores a repository that was deleted or is no longer valid. Existing files are kept. False if there was nothing to do. */
  restore(path: string): boolean {
    const [original, copyFolder] = [this.#original(path), this.#copyFolder(path)];
    if (isRepository(original) || !existsSync(copyFolder)) return false;
    const { folder, name } = holdParent({ absolute: original });
    using parent = folder;
    fillRepository(join(copyFolder, "git"), { folder: parent, name }, false);
    return isRepository(original);
  }

  /** Deletes the copies of repositories not seen in any snapshot since then. */
  removeNotSeenSince(time: number): void {
    const parent = join(this.#folder.path, "repositories");
    if (!existsSync(parent)) return;
    for (const name of readdirSync(parent)) {
      const copyFolder = join(parent, name);
      if (statSync(copyFolder).mtimeMs + roundingMs < time) rmSync(copyFolder, { recursive: true, force: true });
    }
  }

  async #keepOne(path: string, now: number): Promise<void> {
    const [original, copyFolder] = [this.#original(path), this.#copyFolder(path)];
    try {
      const copy = join(copyFolder, "git");
      if (!existsSync(copyFolder)) {
        mkdirSync(copyFolder, { recursive: true, mode: 0o700 });
        if (!this.#canCopy(original, join(copyFolder, "probe"))) throw new Error("the repository is too large to copy");
      }
      const { folder, name } = holdParent({ absolute: original });
      using parent = folder;
      if (parent.stat(name)?.isDirectory()) {
        using from = parent.enter(name);
        await new RepositoryMirror(this.#known).update({ from, path: original, to: copy, areObjects: false });
      } else {
        rmSync(copy, { recursive: true, force: true });
        copyToStore({ folder: parent, name }, copy, { isObject: false });
      }
      utimesSync(copyFolder, now / 1000, now / 1000);
    } catch {
      this.#failed.add(path);
      rmSync(copyFolder, { recursive: true, force: true });
    }
  }

  /** Where hard links are possible, size does not matter. */
  #canCopy(original: string, probe: string): boolean {
    if (!lstatSync(original).isDirectory()) return true;
    const isLinked = canLink(join(original, "HEAD"), probe);
    rmSync(probe, { force: true });
    return isLinked || folderSize(original) <= maxCopiedBytes;
  }

  #original(path: string): string {
    return join(this.#folder.workspace, path);
  }

  #copyFolder(path: string): string {
    return join(this.#folder.path, "repositories", sha256(path).slice(0, 24));
  }
}

/** Whether a `.git` is a repository: git's own test for a folder; a file or link points to one elsewhere. */
function isRepository(path: string): boolean {
  const found = statEntry(path);
  if (!found?.isDirectory()) return found !== undefined;
  const isFolder = (name: string): boolean => statEntry(join(path, name))?.isDirectory() ?? false;
  return statEntry(join(path, "HEAD")) !== undefined && isFolder("objects") && isFolder("refs");
}

function statEntry(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
