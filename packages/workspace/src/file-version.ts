import type { BigIntStats } from "node:fs";
import { ToolFailure } from "@roo-code/types";
import { sha256 } from "./sha256.ts";

/** Up to here a version is a content hash; beyond, hashing would cost more than reading the window asked for. */
export const hashLimit = 8 * 1024 * 1024;

export function contentVersion(content: Uint8Array): string {
  return `sha256:${sha256(content)}`;
}

export function largeFileVersion(stat: BigIntStats): string {
  return `stat:${stat.size}-${stat.mtimeNs}`;
}

/** A file written beyond the limit would have a version nobody can know before it is there. */
export function refuseLargeContent(content: Uint8Array): void {
  if (content.length <= hashLimit) return;
  throw new ToolFailure(
    "too_large",
    `A file of ${content.length} bytes is too large to be written at once (limit ${hashLimit}). Use a command instead.`,
  );
}
