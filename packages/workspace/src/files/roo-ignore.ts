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

/** Whether the person keeps a path (workspace-relative; folders with a trailing `/`) from the agent. */
export type IsIgnored = (path: string) => boolean;

export const ignoreOptions = { ignorecase: process.platform !== "linux", allowRelativePaths: true };

const nothingIgnored: IsIgnored = () => false;

/** The rules of `.rooignore` at the root of the workspace, read again whenever it changes. */
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

  /** Throws `ToolFailure` `ignored_path` for a path, or a folder, that the rules match. */
  check(path: ConfinedPath): void {
    if (path.relative === ".") return;
    const isIgnored = this.load();
    if (isIgnored(path.relative) || isIgnored(`${path.relative}/`)) throw ignoredPath(path.given);
  }

  /** Whether a file, whatever its name, is one that the rules match by another name. */
  isKept(stat: BigIntStats): boolean {
    const isIgnored = stat.nlink > 1n ? this.load() : nothingIgnored;
    return isIgnored !== nothingIgnored && this.#inodes.has(stat, isIgnored);
  }
}

export function ignoredPath(given: string): ToolFailure {
  return new ToolFailure(
    "ignored_path",
    `"${given}" is kept from you by .rooignore. Go on without it, or ask the user for what you need from it.`,
  );
}

/** Somebody may have put a pipe there, whose other end would be waited for. */
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

/** A time stamp of a file system may be this much behind the clock. */
const coarsestTickMs = 2000;
/** A folder above an ignored file may get another name without a trace in the file's times. */
const maxAgeMs = 10_000;
const maxEntries = 200_000;
/** Package managers fill these with names of files elsewhere, by the ten thousand. */
const skippedFolders: ReadonlySet<string> = new Set([".git", "node_modules"]);

/**
 * The files that rules keep from the agent, by what they are and not by their name: a second name of one (a hard link)
 * is kept from it as well. Only looked for when there is a file with several names.
 */
class IgnoredInodes {
  readonly #root: string;
  #found:
    | { readonly isIgnored: IsIgnored; readonly at: number; readonly inodes: ReadonlySet<string> | undefined }
    | undefined;

  constructor(root: string) {
    this.#root = root;
  }

  /** True also where there are too many files to tell. */
  has(stat: BigIntStats, isIgnored: IsIgnored): boolean {
    if (!stat.isFile() || stat.nlink < 2n) return false;
    // A new name, and a new place, show in a file's ctime.
    const isKnown =
      this.#found?.isIgnored === isIgnored &&
      Date.now() - this.#found.at < maxAgeMs &&
      Number(stat.ctimeMs) + coarsestTickMs < this.#found.at;
    if (!isKnown) this.#found = { isIgnored, at: Date.now(), inodes: findInodes(this.#root, isIgnored) };
    return this.#found?.inodes?.has(keyOf(stat)) ?? true;
  }
}

/** undefined when there is too much to look through. */
function findInodes(root: string, isIgnored: IsIgnored): ReadonlySet<string> | undefined {
  const inodes = new Set<string>();
  const folders = [{ path: "", isKept: false }];
  let entries = 0;
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for (const entry of entriesOf(join(root, folder.path))) {
      entries += 1;
      if (entries > maxEntries) return undefined;
      const path = `${folder.path}${entry.name}`;
      if (entry.isDirectory()) {
        if (skippedFolders.has(entry.name)) continue;
        folders.push({ path: `${path}/`, isKept: folder.isKept || isIgnored(`${path}/`) });
      } else if (entry.isFile() && (folder.isKept || isIgnored(path))) {
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
