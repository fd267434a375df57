import { type BigIntStats, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { IsIgnored } from "./roo-ignore.ts";

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
export class IgnoredInodes {
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
