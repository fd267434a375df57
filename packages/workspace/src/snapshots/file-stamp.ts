import type { BigIntStats } from "node:fs";
import { systemErrorCode } from "@roo-code/types";
import { holdParent } from "../held-folder.ts";

/** The stamp of a path where nothing is. */
export const absent = "";

/** Changes whenever a file's content, permissions or identity do. Of what is behind a link on the way: `absent`. */
export function fileStamp(absolute: string): string {
  try {
    const { folder, name } = holdParent({ absolute });
    using parent = folder;
    return stampOf(parent.stat(name));
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(systemErrorCode(error) ?? "")) return absent;
    throw error;
  }
}

export function stampOf(stat: BigIntStats | undefined): string {
  return stat ? `${stat.ino}-${stat.size}-${stat.mtimeNs}-${stat.ctimeNs}-${stat.mode}` : absent;
}
