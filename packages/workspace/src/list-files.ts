import type { Listing } from "@roo-code/types";
import { filePatternMatcher } from "./file-pattern.ts";
import { comparePaths } from "./natural-order.ts";
import { type WalkRequest, walkFolder } from "./walk-folder.ts";

export interface ListRequest extends WalkRequest {
  /** Only files that fit it. */
  readonly filePattern?: string;
  readonly limit: number;
}

export async function listFiles({ filePattern, limit, ...walk }: ListRequest): Promise<Listing> {
  const fits = filePattern === undefined ? undefined : filePatternMatcher(filePattern, walk.start);
  const entries: string[] = [];
  for await (const { path, kind } of walkFolder(walk)) {
    if (fits && (kind === "directory" || !fits(path))) continue;
    if (entries.length === limit) return { entries: entries.sort(comparePaths), isTruncated: true };
    entries.push(path);
  }
  return { entries: entries.sort(comparePaths), isTruncated: false };
}
