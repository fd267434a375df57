import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import { join } from "node:path";
import { ToolFailure } from "@roo-code/types";
import ignore from "ignore";
import { boundRules, isTooDeep } from "./bounded-globs.ts";
import type { ConfinedPath } from "./confine.ts";

/** Whether the user hides a path (workspace-relative; folders with a trailing `/`) from the agent. */
export type IsIgnored = (path: string) => boolean;

export const ignoreOptions = { ignorecase: process.platform !== "linux", allowRelativePaths: true };

const nothingIgnored: IsIgnored = () => false;

/** The rules of `.rooignore` at the root of the workspace, reloaded whenever it changes. */
export class RooIgnore {
  readonly #file: string;
  readonly #inodes: IgnoredInodes;
  #stamp = "";
  #isIgnored: IsIgnored = nothingIgnored;

  constructor(root: string) {
    this.#file = join(root, ".rooignore");
    this.#inodes = new IgnoredInodes(root);
  }

  load(): IsIgnored {
    const file = openIfThere(this.#file);
    if (file === undefined) {
      this.#stamp = "";
      this.#isIgnored = nothingIgnored;
      return this.#isIgnored;
    }
    try {
      const found = fstatSync(file, { bigint: true });
      const stamp = found.isFile() ? `${found.ino}-${found.size}-${found.mtimeNs}` : "";
      if (stamp !== this.#stamp)
        this.#isIgnored = stamp === "" ? nothingIgnored : toMatcher(readFileSync(file, "utf8"));
      this.#stamp = stamp;
      return this.#isIgnored;
    } finally {
      closeSync(file);
    }
  }

  /** Throws `ToolFailure` `ignored_path` for a path that the rules match, or in a folder that they match. */
  check(path: ConfinedPath): void {
    if (path.relative === ".") return;
    const isIgnored = this.load();
    if (isIgnored(path.relative) || isIgnored(`${path.relative}/`)) throw ignoredPath(path.given);
  }

  /** Whether a file is, under another name, one that the rules match. */
  isIgnoredFile(stat: BigIntStats): boolean {
    const isIgnored = stat.nlink > 1n ? this.load() : nothingIgnored;
    return isIgnored !== nothingIgnored && this.#inodes.has(stat, isIgnored);
  }
}

export function ignoredPath(given: string): ToolFailure {
  return new ToolFailure(
    "ignored_path",
    `"${given}" is hidden by .rooignore. Continue without it, or ask the user for what you need from it.`,
  );
}

/** It may be a pipe, which would block. */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

function toMatcher(rules: string): IsIgnored {
  const bounded = boundRules(rules);
  const matcher = ignore(ignoreOptions).add(bounded);
  return (path) => isTooDeep(path, bounded) || matcher.ignores(path);
}

/** A file system's time stamps may lag behind the clock by this much. */
const coarsestTickMs = 2000;
/** A folder above an ignored file may be renamed without a trace in the file's times. */
const maxAgeMs = 10_000;
const maxEntries = 200_000;
/** Package managers fill these with hard links, by the ten thousand. */
const skippedFolders: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * The ignored files by identity rather than by name: a second name of one (a hard link)
 * is ignored as well. Determined only if there is a file with several names.
 */
class IgnoredInodes {
  readonly #root: string;
  #found:
    | { readonly isIgnored: IsIgnored; readonly at: number; readonly inodes: ReadonlySet<string> | undefined }
    | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** Also true if there are too many files to tell. */
  has(stat: BigIntStats, isIgnored: IsIgnored): boolean {
    if (!stat.isFile() || stat.nlink < 2n) return false;
    // A new name, and a move, change a file's ctime.
    const isKnown =
      this.#found?.isIgnored === isIgnored &&
      Date.now() - this.#found.at < maxAgeMs &&
      Number(stat.ctimeMs) + coarsestTickMs < this.#found.at;
    if (!isKnown) this.#found = { isIgnored, at: Date.now(), inodes: findInodes(this.#root, isIgnored) };
    return this.#found?.inodes?.has(keyOf(stat)) ?? true;
  }
}

/** undefined if there is too much to scan. */
function findInodes(root: string, isIgnored: IsIgnored): ReadonlySet<string> | undefined {
  const inodes = new Set<string>();
  const folders = [{ path: "", isIgnored: false }];
  let entries = 0;
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder.path))) {
      entries += 1;
      if (entries > maxEntries) return undefined;
      const path = `${folder.path}${entry.name}`;
      if (entry.isDirectory()) {
        if (skippedFolders.has(entry.name)) continue;
        folders.push({ path: `${path}/`, isIgnored: folder.isIgnored || isIgnored(`${path}/`) });
      } else if (entry.isFile() && (folder.isIgnored || isIgnored(path))) {
        const stat = lstatSync(join(root, path), { bigint: true, throwIfNoEntry: false });
        if (stat && stat.nlink > 1n) inodes.add(keyOf(stat));
      }
    }
  }
  return inodes;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function keyOf({ dev, ino }: BigIntStats): string {
  return `${dev}-${ino}`;
}
