import { lstatSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { readPlainFile } from "../../files/read-text-file.ts";
import { isInside } from "../../files/real-path.ts";

/** The same limit as in Roo Code. */
const maxLinks = 5;

export type LinkTarget =
  | { readonly real: string; readonly links: number }
  | { readonly code: "broken_file" | "not_trusted"; readonly problem: string };

/** Resolves the symlinks of an existing path. Throws system errors, such as EACCES. */
export function followLinks(from: { path: string; found: Stats; root: string; linksBefore: number }): LinkTarget {
  let { path, found, linksBefore: links } = from;
  while (found.isSymbolicLink()) {
    links += 1;
    if (links > maxLinks) return { code: "broken_file", problem: `it is behind more than ${maxLinks} symbolic links.` };
    path = resolve(dirname(path), readlinkSync(path));
    const next = lstatSync(path, { throwIfNoEntry: false });
    if (!next) return { code: "broken_file", problem: "it is a dangling symbolic link." };
    found = next;
  }
  return checkInside(realpathSync.native(path), { root: from.root, links });
}

/** `real` is a path without symlinks. */
export function checkInside(real: string, { root, links }: { root: string; links: number }): LinkTarget {
  if (isInside(root, real)) return { real, links };
  return { code: "not_trusted", problem: "a symbolic link on its path leads out of its folder." };
}

export interface FirstText {
  readonly text: string;
  /** Size of the whole file, in bytes. */
  readonly size: number;
  readonly isCut: boolean;
}

/** At most the first `maxBytes` of a file; undefined if it is not text. Throws system errors. */
export function readFirstText(path: string, maxBytes: number): FirstText | undefined {
  // The file may have been replaced by a symlink meanwhile.
  const { stat, bytes } = readPlainFile(path, { maxBytes, follow: false });
  if (!stat.isFile() || bytes.includes(0)) return undefined;
  const isCut = stat.size > bytes.length;
  // Streaming drops a character split by the cut instead of garbling it.
  return { text: new TextDecoder().decode(bytes, { stream: isCut }), size: stat.size, isCut };
}

/** Identifies the state of a path without reading it; empty if it does not exist. */
export function stampOf(found: Stats | undefined): string {
  if (!found) return "";
  const { dev, ino, size, mtimeMs, ctimeMs } = found;
  // Includes ctime: a copy that preserves mtime and size may still have other content.
  return `${dev}-${ino}-${size}-${mtimeMs}-${ctimeMs}`;
}
