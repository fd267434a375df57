import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { shownName } from "./attachment.ts";
import { readSmallFile } from "./small-file.ts";

/** What is checked out around a folder, in a few words and from git's files alone. */
export function gitBranch(folder: string): string | undefined {
  const place = findRepository(folder);
  const head = place === undefined ? undefined : readSmallFile(join(place, "HEAD"))?.trim();
  if (head === undefined) return undefined;
  const branch = /^ref: (?:refs\/heads\/)?(.{1,200})$/.exec(head)?.[1];
  if (branch !== undefined) return `Git branch: ${shownName(branch)}`;
  return /^[0-9a-f]{40,64}$/.test(head) ? `Git: no branch, at commit ${head.slice(0, 12)}` : undefined;
}

/** The folder with git's own files: `.git`, or where a file of that name leads, as in a worktree. */
function findRepository(start: string): string | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const place = join(folder, ".git");
    if (existsSync(place)) {
      const link = /^gitdir: (.+)$/m.exec(readSmallFile(place) ?? "")?.[1];
      return link === undefined ? place : resolve(folder, link);
    }
    if (folder === dirname(folder)) return undefined;
  }
}
