import { lstatSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { dirname, resolve } from "node:path";
import { isInside } from "../../files/real-path.ts";

/** Roo Code follows as many. */
const maxLinks = 5;

export type LinkEnd =
  | { readonly real: string; readonly links: number }
  | { readonly code: "broken_file" | "not_trusted"; readonly problem: string };

/** Where a path that exists leads. Throws what the operating system says, such as EACCES. */
export function followLinks(from: { path: string; found: Stats; root: string; linksBefore: number }): LinkEnd {
  let { path, found, linksBefore: links } = from;
  while (found.isSymbolicLink()) {
    links += 1;
    if (links > maxLinks) return { code: "broken_file", problem: `it is behind more than ${maxLinks} symbolic links.` };
    path = resolve(dirname(path), readlinkSync(path));
    const next = lstatSync(path, { throwIfNoEntry: false });
    if (!next) return { code: "broken_file", problem: "it is a symbolic link to nothing." };
    found = next;
  }
  return endAt(realpathSync.native(path), { root: from.root, links });
}

/** `real` is a path without links. */
export function endAt(real: string, { root, links }: { root: string; links: number }): LinkEnd {
  if (isInside(root, real)) return { real, links };
  return { code: "not_trusted", problem: "a symbolic link on its path leads out of the folder it belongs to." };
}
