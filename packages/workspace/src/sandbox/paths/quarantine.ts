import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { realOf } from "./git-paths.ts";

/** Moves files to `cache/sandbox-not-kept` in Roo's home, where they have no effect and can be inspected. */
export function quarantine(paths: readonly string[], home: string): void {
  const folder = join(home, "cache", "sandbox-not-kept", `${Date.now()}`);
  for (const path of paths) move(path, join(folder, path));
}

function move(from: string, to: string): void {
  // A command that is still running may have placed a link in the path, to make us move other files.
  if (realOf(dirname(from)) !== dirname(from)) return;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    rename(from, to);
  } catch {
    // No space, or not readable. It must not stay where it would take effect.
    rmSync(from, { recursive: true, force: true });
  }
}

/** Roo's home is often on another file system than the workspace. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (systemErrorCode(error) !== "EXDEV") throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    rmSync(from, { recursive: true, force: true });
  }
}
