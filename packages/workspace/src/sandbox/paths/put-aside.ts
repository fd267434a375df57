import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { systemErrorCode } from "@roo-code/types";
import { realOf } from "./git-paths.ts";

/** Moves files to a folder of ours, where they have no effect and can be looked at: `cache/sandbox-not-kept`. */
export function putAside(paths: readonly string[], home: string): void {
  const aside = join(home, "cache", "sandbox-not-kept", `${Date.now()}`);
  for (const path of paths) move(path, join(aside, path));
}

function move(from: string, to: string): void {
  // A command that still runs may have put a link in the way, to have us move what is elsewhere.
  if (realOf(dirname(from)) !== dirname(from)) return;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    rename(from, to);
  } catch {
    // No room, or no right to read it. It must not stay where it would take effect.
    rmSync(from, { recursive: true, force: true });
  }
}

/** Our folder is often on another file system than the workspace. */
function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (systemErrorCode(error) !== "EXDEV") throw error;
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    rmSync(from, { recursive: true, force: true });
  }
}
