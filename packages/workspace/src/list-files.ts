import type { Listing } from "@roo-code/types";
import { comparePaths } from "./natural-order.ts";
import { type WalkRequest, walkFolder } from "./walk-folder.ts";

export async function listFiles(request: WalkRequest & { readonly limit: number }): Promise<Listing> {
  const entries: string[] = [];
  for await (const { path } of walkFolder(request)) {
    if (entries.length === request.limit) return { entries: entries.sort(comparePaths), isTruncated: true };
    entries.push(path);
  }
  return { entries: entries.sort(comparePaths), isTruncated: false };
}
