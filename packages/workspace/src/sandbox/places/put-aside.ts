import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { realOf } from "./git-places.ts";

/** Moves files to a folder of ours where they do nothing. Nobody loses them. */
export function putAside(paths: readonly string[], home: string): void {
  const aside = join(home, "cache", "sandbox-not-kept", `${Date.now()}`);
  for (const path of paths) move(path, join(aside, path));
}

function move(from: string, to: string): void {
  // A command that still runs may have put a link in the way, to have us move what is elsewhere.
  if (realOf(dirname(from)) !== dirname(from)) return;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    renameSync(from, to);
  } catch {
    rmSync(from, { recursive: true, force: true });
  }
}
