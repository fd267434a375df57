import { type BigIntStats, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** What its files take on disk. One that has a second name elsewhere takes nothing. */
export function folderSize(path: string): number {
  let size = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) size += folderSize(inner);
    else size += allocated(lstatSync(inner, { bigint: true, throwIfNoEntry: false }));
  }
  return size;
}

function allocated(stat: BigIntStats | undefined): number {
  if (stat === undefined || stat.nlink > 1n) return 0;
  return stat.blocks === undefined ? Number(stat.size) : Number(stat.blocks) * 512;
}
