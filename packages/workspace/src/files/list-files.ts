import type { Listing } from "@roo-code/types";
import { filePatternMatcher } from "./file-pattern.ts";
import { type WalkRequest, walkFolder } from "./walk-folder.ts";

export interface ListRequest extends WalkRequest {
  /** Only matching files. */
  readonly filePattern?: string;
  readonly limit: number;
}

export async function listFiles({ filePattern, limit, ...walk }: ListRequest): Promise<Listing> {
  const fits = filePattern === undefined ? undefined : filePatternMatcher(filePattern, walk.start);
  const isWanted = (path: string): boolean => !fits || (!path.endsWith("/") && fits(path));
  const tree: Tree = new Map();
  let count = 0;
  for await (const { path, kind } of walkFolder(walk)) {
    const counts = isWanted(path);
    if (!counts && kind !== "directory") continue;
    if (counts && count === limit) return { entries: inOrder(tree, walk.start).filter(isWanted), isTruncated: true };
    if (counts) count += 1;
    keep(tree, path);
  }
  return { entries: inOrder(tree, walk.start).filter(isWanted), isTruncated: false };
}

/** Sorted per folder. Sorting whole paths would take longer than reading them from disk. */
type Tree = Map<string, string[]>;

function keep(tree: Tree, path: string): void {
  const folder = path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
  const entries = tree.get(folder);
  if (entries) entries.push(path);
  else tree.set(folder, [path]);
}

/** Each folder directly before its content. */
function inOrder(tree: Tree, start: string): readonly string[] {
  const entries: string[] = [];
  const visit = (folder: string): void => {
    for (const path of tree.get(folder) ?? []) {
      entries.push(path);
      if (path.endsWith("/")) visit(path);
    }
  };
  visit(start === "." ? "" : `${start}/`);
  return entries;
}
