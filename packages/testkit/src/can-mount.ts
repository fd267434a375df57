import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Whether file systems can be mounted: root can, but not in every container. */
export function canMount(): boolean {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const folder = mkdtempSync(join(tmpdir(), "roo-mount-"));
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status === 0;
  if (isMounted) spawnSync("umount", [folder]);
  rmdirSync(folder);
  return isMounted;
}
