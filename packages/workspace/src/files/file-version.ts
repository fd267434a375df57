import type { BigIntStats } from "node:fs";
import { ToolFailure } from "@roo-code/types";

/** Up to this size a version is a content hash; beyond, hashing would cost more than reading the requested window. */
export const hashLimit = 8 * 1024 * 1024;

export function contentVersion(content: Uint8Array): string {
  return `sha256:${sha256(content)}`;
}

export function largeFileVersion(stat: BigIntStats): string {
  return `stat:${stat.size}-${stat.mtimeNs}`;
}

/** The version of a larger file would be unknown before it is written. */
export function refuseLargeContent(content: Uint8Array): void {
  if (content.length <= hashLimit) return;
  throw new ToolFailure(
    "too_large",
    `A file of ${content.length} bytes is too large to be written at once (limit ${hashLimit}). Use a command instead.`,
  );
}

/** Hex. The module is loaded with the first hash, which saves 7 ms at startup. */
export function sha256(content: string | Uint8Array): string {
  return process.getBuiltinModule("node:crypto").hash("sha256", content, "hex");
}
